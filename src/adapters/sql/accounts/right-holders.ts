import type { Knex } from 'knex';

import type { RightHolder, RightHolderPage } from '../../../domain/accounts/identity/ports.ts';

/** Before the id of a provider where other sources stand in the same column. */
export const PROVIDER_PREFIX = 'provider:';

interface Columns {
  readonly uid: string;
  /** The provider with `prefix`; rows without the prefix, or with null, are by no provider. */
  readonly source: string;
  readonly prefix: string;
}

export const listRightHolders = async (
  query: Knex.QueryBuilder,
  { uid, source, prefix }: Columns,
  { providers, after, limit }: RightHolderPage,
): Promise<readonly RightHolder[]> => {
  const configured = providers.map((provider) => prefix + provider);
  void query.where(source, 'like', `${prefix}%`).whereNotIn(source, configured);
  if (after)
    void query
      .where(uid, '>=', after.uid)
      .where((later) => void later.where(uid, '>', after.uid).orWhere(source, '>', prefix + after.provider));
  const rows: { uid: string; source: string }[] = await query
    .distinct({ uid, source })
    .orderBy([uid, source])
    .limit(limit);
  return rows.map((row) => ({ uid: row.uid, provider: row.source.slice(prefix.length) }));
};
