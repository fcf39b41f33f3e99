import type { Admin } from '../admin/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Ids, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import { GroupChanged, TooManyInGroup } from './errors.ts';
import { haveSameTerms, lockGroup, targetOf, toDetails } from './group-terms.ts';
import type { Group, GroupFiles, GroupStore, GroupSummary, GroupTerms } from './ports.ts';

/** They are in the memory of every process. */
const MAX_GROUPS = 200;

export interface ManageGroupsDeps {
  readonly groups: GroupStore;
  readonly files: GroupFiles;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
  readonly events: ServerEventLog;
}

interface Decision {
  readonly admin: Admin;
  readonly reason: string | undefined;
}

interface Change extends Decision {
  /** The terms that the admin was shown; undefined: whatever they are. */
  readonly before?: GroupTerms | undefined;
}

/** Groups and what they give. A change holds for members who are signed in, with their next call. */
export class ManageGroups {
  constructor(private readonly deps: ManageGroupsDeps) {}

  list(): Promise<readonly GroupSummary[]> {
    return this.deps.groups.list();
  }

  /** Throws `GroupNameTaken`, `TooManyInGroup`. */
  async create(terms: GroupTerms, admin: Admin): Promise<Group> {
    const { groups, ids, clock, work, audit } = this.deps;
    const group = { ...terms, id: ids.next(), createdAt: clock.now() };
    await work.run(async () => {
      if ((await groups.list()).length >= MAX_GROUPS) throw new TooManyInGroup(`There may be ${MAX_GROUPS} groups`);
      await groups.add(group);
      await audit.record({ action: 'group.create', target: targetOf(group), details: toDetails(group) });
    });
    this.report(admin, `Group ${group.name} made by ${admin.name}`);
    return group;
  }

  /** Throws `GroupNotFound`, `GroupChanged`, `GroupNameTaken`. */
  async update(id: string, terms: GroupTerms, { admin, reason: given, before: shown }: Change): Promise<void> {
    const { groups, work, audit } = this.deps;
    const reason = requireReason(given);
    await work.run(async () => {
      const before = await lockGroup(groups, id);
      if (shown && !haveSameTerms(shown, before)) throw new GroupChanged();
      const after = { ...before, ...terms };
      await groups.update(after);
      const details = { before: toDetails(before), after: toDetails(after), reason };
      await audit.record({ action: 'group.change', target: targetOf(before), details });
    });
    this.report(admin, `Group ${terms.name} changed by ${admin.name}: ${reason}`);
  }

  /** With its files. Throws `GroupNotFound`. */
  async remove(id: string, { admin, reason: given }: Decision): Promise<void> {
    const { groups, files, work, audit } = this.deps;
    const reason = requireReason(given);
    const removed = await files.removeAll(id);
    const { name } = await work.run(async () => {
      const group = await lockGroup(groups, id);
      await groups.remove(id);
      await audit.record({
        action: 'group.delete',
        target: targetOf(group),
        details: { ...toDetails(group), files: removed, reason },
      });
      return group;
    });
    this.report(admin, `Group ${name} deleted by ${admin.name}: ${reason}`);
  }

  private report({ uid }: Admin, detail: string): void {
    this.deps.events.add({ kind: 'admin change', level: 'info', uid, detail });
  }
}
