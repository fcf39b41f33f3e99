import type { AuditLog } from '../audit/ports.ts';
import type { Secrets, UnitOfWork } from '../kernel/ports.ts';
import { ShareNotFound } from './errors.ts';
import type { OwnShare, ShareRepository } from './ports.ts';
import { findShareToken } from './share-token.ts';
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

const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Opens a share for anybody with its link. */
export class OpenShare {
  constructor(
    private readonly shares: ShareRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Throws `ShareNotFound`. */
  async execute(token: string): Promise<{ readonly share: Share; readonly turns: readonly SharedTurn[] }> {
    const found = isToken(token) ? await this.shares.find(this.secrets.digest(token)) : undefined;
    if (!found) throw new ShareNotFound();
    return found;
  }

  async exists(token: string): Promise<boolean> {
    return isToken(token) && this.shares.exists(this.secrets.digest(token));
  }
}
