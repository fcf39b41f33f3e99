import { z } from 'zod';

import type { SecretBox } from '../../../domain/admin/setup/ports.ts';
import { type ResealResult, SealedValues } from '../../../domain/operations/ports.ts';
import type { Database } from '../database.ts';

interface Place {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The field of a JSON object in the column; absent: the column is the sealed value. */
  readonly field?: string;
}

/** Everything that a `SecretBox` sealed. A test finds whoever seals and stands not here. */
export const SEALED_PLACES: readonly Place[] = [
  { table: 'settings', key: 'name', column: 'value', field: 'key' },
  { table: 'authenticator_apps', key: 'uid', column: 'sealed_secret' },
  { table: 'tool_secrets', key: 'id', column: 'sealed' },
  { table: 'mail_queue', key: 'id', column: 'sealed' },
];

const PAGE_SIZE = 200;

interface SealedRow {
  readonly key: string;
  readonly text: string;
}

const storedObject = z.record(z.string(), z.unknown());

/** The sealed value in a text, and the text with another one in its place. */
const partsOf = (
  { field }: Place,
  text: string,
): { readonly sealed: string; readonly replace: (sealed: string) => string } | undefined => {
  if (field === undefined) return { sealed: text, replace: (sealed) => sealed };
  const parsed = storedObject.safeParse(parseJson(text));
  const sealed = parsed.data?.[field];
  if (typeof sealed !== 'string') return undefined;
  return { sealed, replace: (changed) => JSON.stringify({ ...parsed.data, [field]: changed }) };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export class SqlSealedValues extends SealedValues {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  async resealAll(signal: AbortSignal): Promise<ResealResult> {
    const total = { resealed: 0, unreadable: 0 };
    for (const place of SEALED_PLACES) {
      for (let last = ''; !signal.aborted;) {
        const rows = await this.page(place, last);
        for (const row of rows) {
          const outcome = await this.reseal(place, row);
          if (outcome) total[outcome] += 1;
        }
        if (rows.length < PAGE_SIZE) break;
        last = rows.at(-1)?.key ?? '';
      }
    }
    return total;
  }

  private page({ table, key, column, field }: Place, last: string): Promise<readonly SealedRow[]> {
    const rows = this.db
      .connection(table)
      .where(key, '>', last)
      .orderBy(key)
      .limit(PAGE_SIZE)
      .select({ key, text: column });
    return field === undefined ? rows : rows.where(column, 'like', `%"${field}":%`);
  }

  /** Only if nobody has stored another value meanwhile. */
  private async reseal(place: Place, row: SealedRow): Promise<keyof ResealResult | undefined> {
    const parts = partsOf(place, row.text);
    if (!parts) return undefined;
    const sealed = this.box.reseal(parts.sealed);
    if (sealed === undefined) return place.field === undefined ? 'unreadable' : undefined;
    if (sealed === parts.sealed) return undefined;
    const { table, key, column } = place;
    const changed = await this.db
      .connection(table)
      .where({ [key]: row.key, [column]: row.text })
      .update({ [column]: parts.replace(sealed) });
    return changed === 1 ? 'resealed' : undefined;
  }
}
