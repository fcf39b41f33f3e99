import type { Database } from '../database.ts';

interface NamedGroup {
  readonly id: string;
  readonly name: string;
}

/** By name; a query only where there are ids. */
export const findGroupNames = async (
  { connection }: Database,
  ids: readonly string[],
): Promise<readonly NamedGroup[]> => {
  if (ids.length === 0) return [];
  const groups: NamedGroup[] = await connection('user_groups')
    .whereIn('id', [...new Set(ids)])
    .select('id', 'name');
  return groups.toSorted((a, b) => a.name.localeCompare(b.name));
};
