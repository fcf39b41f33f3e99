import type { AuditEntry } from '../../src/domain/audit/entry.ts';
import { append } from '../contracts/audit.ts';
import { InMemoryAuditStore } from '../fakes/audit.ts';

/** Entries of an audit log, in order; every second one is a refusal. */
export const someEntries = async (
  count: number,
  details = '{"reason":"Größe\\n☃ 50%"}',
): Promise<readonly AuditEntry[]> => {
  const store = new InMemoryAuditStore();
  for (let one = 0; one < count; one += 1)
    await append(store, { details, outcome: one % 2 === 0 ? 'done' : 'refused' });
  return store.entries;
};
