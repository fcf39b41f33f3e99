import type { AuditLog } from '../audit/ports.ts';
import type { Secrets, UnitOfWork } from '../kernel/ports.ts';
import { ShareNotFound, ShareTakenDown } from './errors.ts';
import type { OwnShare, ShareRepository, ShareState } from './ports.ts';
import { findShareToken, isShareToken } from './share-token.ts';
import type { Share, SharedTurn } from './share.ts';

/** Newest first, each with the last part of its link; null where the server's secret was another one. */
export class ListShares {
  constructor(
    private readonly shares: ShareRepository,
    private readonly secrets: Secrets,
  ) {}

  async execute(ownerId: string): Promise<readonly (OwnShare & { readonly token: string | null })[]> {
    const shares = await this.shares.list(ownerId);
    return shares.map((share) => ({ ...share, token: findShareToken(this.secrets, share) }));
  }
}

/** Takes effect at once. Throws `ShareNotFound`, also for another person's share. */
export class RevokeShare {
  constructor(
    private readonly shares: ShareRepository,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  execute(ownerId: string, id: string): Promise<void> {
    return this.work.run(async () => {
      if (!(await this.shares.remove(ownerId, id))) throw new ShareNotFound();
      await this.audit.record({ action: 'share.revoke', target: { kind: 'share', id } });
    });
  }
}

/** Opens a share for anybody with its link. */
export class OpenShare {
  constructor(
    private readonly shares: ShareRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Throws `ShareNotFound`, `ShareTakenDown`. */
  async execute(token: string): Promise<{ readonly share: Share; readonly turns: readonly SharedTurn[] }> {
    const found = isShareToken(token) ? await this.shares.find(this.secrets.digest(token)) : undefined;
    if (!found) throw new ShareNotFound();
    if (found.share.takenDownAt !== null) throw new ShareTakenDown();
    return found;
  }

  /** Undefined for an unknown link. */
  async findState(token: string): Promise<ShareState | undefined> {
    return isShareToken(token) ? this.shares.findState(this.secrets.digest(token)) : undefined;
  }
}
