import type { Admin } from '../admin/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { UserNotFound } from '../user-admin/errors.ts';
import type { UserRepository } from '../accounts/ports.ts';
import { LimitsChanged } from './errors.ts';
import type { UserLimits } from './ports.ts';

type Limits = { readonly dailyMessages: number | null; readonly moonshotDaily: number | null } | null;

export interface CustomLimitsChange {
  readonly uid: string;
  /** Null removes the custom limits; a null field uses the tier's. */
  readonly limits: Limits;
  /** The limits that the admin was shown; undefined: whatever they are. */
  readonly before?: Limits | undefined;
  readonly admin: Admin;
  readonly reason: string;
}

const formatLimit = (limit: number | null): string =>
  limit === null ? "the plan's" : limit < 0 ? 'no limit' : String(limit);

const toValues = (limits: Limits | undefined) =>
  limits ? { dailyMessages: limits.dailyMessages, moonshotDaily: limits.moonshotDaily } : null;

const areSame = (a: Limits, b: Limits): boolean =>
  a?.dailyMessages === b?.dailyMessages && a?.moonshotDaily === b?.moonshotDaily;

/** Sets custom daily limits for one person. Throws `UserNotFound`, `LimitsChanged`. */
export class SetCustomLimits {
  constructor(
    private readonly users: UserRepository,
    private readonly limits: UserLimits,
    private readonly events: ServerEventLog,
    private readonly clock: Clock,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute({ uid, limits, before, admin, reason }: CustomLimitsChange): Promise<void> {
    await this.work.run(async () => {
      await this.users.lock(uid); // somebody may be deleting it
      if (!(await this.users.find(uid))) throw new UserNotFound();
      const from = toValues(await this.limits.find(uid));
      if (before !== undefined && !areSame(before, from)) throw new LimitsChanged();
      if (limits) await this.limits.set({ uid, ...limits, setBy: admin.uid, setAt: this.clock.now(), reason });
      else await this.limits.remove(uid);
      const details = { from, to: toValues(limits), reason };
      await this.audit.record({ action: 'user.set-limits', target: { kind: 'user', id: uid }, details });
    });
    const summary = limits
      ? `Limits set to ${formatLimit(limits.dailyMessages)} messages a day, ${formatLimit(limits.moonshotDaily)} ` +
        'with Kimi'
      : 'Own limits taken away';
    this.events.add({ kind: 'admin change', level: 'info', uid, detail: `${summary} by ${admin.name}: ${reason}` });
  }
}
