import type { Mailer, Site } from '../accounts/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Background, Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { requireReason } from '../kernel/reason.ts';
import type { ShareDecision, ShareFilter } from '../../shared/share-reports.ts';
import { AlreadyDecided, ShareNotFound } from './errors.ts';
import type { ModeratedShare, ShareListQuery, ShareModeration, ShareReport } from './ports.ts';
import { findShareToken, isShareToken } from './share-token.ts';

export interface ListedShare extends ModeratedShare {
  /**
   * The last part of its link. Only of what was reported or taken down: an admin judges that, and reads nothing else.
   */
  readonly token: string | null;
}

export interface ShareListInput {
  readonly filter: ShareFilter;
  /** A link, or the id or address of an owner; empty: all. */
  readonly search: string;
  readonly before: ShareListQuery['before'];
  readonly limit: number;
}

const TOKEN_AT_END = /([\w-]{43})\/?$/;

/** The shared links of everybody, for admins. */
export class ListModeratedShares {
  constructor(
    private readonly moderation: ShareModeration,
    private readonly secrets: Secrets,
  ) {}

  async execute({ search, ...query }: ShareListInput): Promise<readonly ListedShare[]> {
    const shares = await this.moderation.list({ ...query, ...this.toFilter(search.trim()) });
    return shares.map((share) => ({ ...share, token: this.tokenOf(share) }));
  }

  /** Throws `ShareNotFound`. */
  async reports(id: string): Promise<readonly ShareReport[]> {
    if (!(await this.moderation.find(id))) throw new ShareNotFound();
    return this.moderation.reports(id);
  }

  private toFilter(search: string): Pick<ShareListQuery, 'tokenDigest' | 'owner'> {
    if (search === '') return {};
    const token = TOKEN_AT_END.exec(search)?.[1];
    const isLink = token !== undefined && isShareToken(token);
    return isLink ? { tokenDigest: this.secrets.digest(token) } : { owner: search };
  }

  private tokenOf(share: ModeratedShare): string | null {
    const isJudged = share.reportCount > 0 || share.takenDownAt !== null;
    return isJudged ? findShareToken(this.secrets, share) : null;
  }
}

export interface DecideOnShareDeps {
  readonly moderation: ShareModeration;
  readonly mailer: Mailer;
  readonly site: Site;
  readonly background: Background;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

const ACTIONS = {
  'take-down': 'share.take-down',
  restore: 'share.restore',
  dismiss: 'share.dismiss-reports',
} as const;

/**
 * An admin's decision about a shared link, at once and for every reader. Its owner is mailed, and sees the reason
 * beside the link. Throws `ShareNotFound`, `AlreadyDecided`.
 */
export class DecideOnShare {
  constructor(private readonly deps: DecideOnShareDeps) {}

  async execute(id: string, decision: ShareDecision, given: string | undefined): Promise<void> {
    const { moderation, work, audit } = this.deps;
    const reason = requireReason(given);
    const share = await work.run(async () => {
      const found = await moderation.find(id);
      if (!found) throw new ShareNotFound();
      await this.apply(found, decision, reason);
      const details = { owner: found.ownerId, reports: found.reportCount, reason };
      await audit.record({ action: ACTIONS[decision], target: { kind: 'share', id }, details });
      return found;
    });
    if (decision !== 'dismiss') this.notify(share, decision);
  }

  /** What is decided in favour of a link settles its reports too. */
  private async apply(share: ModeratedShare, decision: ShareDecision, reason: string): Promise<void> {
    const { moderation, clock } = this.deps;
    if (decision === 'dismiss') {
      if (share.reportCount === 0) throw new AlreadyDecided();
      return moderation.clearReports(share.id);
    }
    const takenDown = decision === 'take-down' ? { at: clock.now(), reason } : null;
    if (!(await moderation.setTakenDown(share.id, takenDown))) throw new AlreadyDecided();
    if (decision === 'restore') await moderation.clearReports(share.id);
  }

  private notify(share: ModeratedShare, decision: 'take-down' | 'restore'): void {
    const { background, mailer, site } = this.deps;
    const { ownerId: uid, ownerEmail: email, ownerLanguage: language } = share;
    if (email === null) return;
    const kind = decision === 'take-down' ? 'share-taken-down' : 'share-restored';
    background.run(`mailing ${uid} about a shared link`, () =>
      mailer.send({ kind, to: email, link: `${site.url}/#/settings/links`, language }),
    );
  }
}
