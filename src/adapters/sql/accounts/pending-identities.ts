import { z } from 'zod';

import type { PendingIdentities, ProviderIdentity } from '../../../domain/accounts/identity/ports.ts';
import { TIERS } from '../../../shared/tiers.ts';
import { SqlStore } from '../sql-store.ts';

const storedIdentity = z.object({
  key: z.string(),
  provider: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  rights: z.object({
    isAdmin: z.boolean().optional(),
    tier: z.enum(TIERS).nullable().optional(),
    groups: z.array(z.string()).optional(),
  }),
});

export class SqlPendingIdentities extends SqlStore implements PendingIdentities {
  async add({ digest, identity, expiresAt }: Parameters<PendingIdentities['add']>[0]): Promise<void> {
    await this.table('pending_identities').insert({
      digest,
      identity: JSON.stringify(identity),
      expires_at: expiresAt,
    });
  }

  // Of two callers only one deletes the row.
  async consume(digest: string, now: number): Promise<ProviderIdentity | undefined> {
    const row: { identity: string } | undefined = await this.table('pending_identities')
      .where({ digest })
      .where('expires_at', '>', now)
      .first('identity');
    if (!row || (await this.table('pending_identities').where({ digest }).delete()) !== 1) return undefined;
    return storedIdentity.parse(JSON.parse(row.identity));
  }

  async removeExpired(now: number): Promise<void> {
    await this.table('pending_identities').where('expires_at', '<=', now).delete();
  }
}
