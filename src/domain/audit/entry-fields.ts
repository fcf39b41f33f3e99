import type { AuditEntry } from './entry.ts';

type Field = string | number | null;

/** An entry as other programs get it, by column. */
export const ENTRY_FIELDS = {
  sequence: ({ sequence }) => sequence,
  time: ({ at }) => new Date(at).toISOString(),
  actorKind: ({ actor }) => actor.kind,
  actorUid: ({ actor }) => actor.uid,
  actorLabel: ({ actorLabel }) => actorLabel,
  way: ({ way }) => way,
  address: ({ address }) => address,
  action: ({ action }) => action,
  targetKind: ({ target }) => target?.kind ?? null,
  targetId: ({ target }) => target?.id ?? null,
  targetLabel: ({ targetLabel }) => targetLabel,
  outcome: ({ outcome }) => outcome,
  details: ({ details }) => details,
  hash: ({ hash }) => hash,
  seal: ({ seal }) => seal,
} as const satisfies Readonly<Record<string, (entry: AuditEntry) => Field>>;

/** One JSON object without a line break in it. */
export const entryJson = (entry: AuditEntry): string =>
  JSON.stringify(Object.fromEntries(Object.entries(ENTRY_FIELDS).map(([name, of]) => [name, of(entry)])));
