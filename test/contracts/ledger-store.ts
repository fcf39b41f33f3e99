import type { LedgerEntry, LedgerStore } from '../../src/domain/billing/ports.ts';
import { NOON } from '../support/builders.ts';

const anEntry = (more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: 'e1',
  owner: 'user:ann',
  purpose: 'reply',
  model: 'model-1',
  provider: 'groq',
  inputTokens: 7,
  outputTokens: 3,
  fileTokens: 5,
  estimated: false,
  costMicroUsd: 12,
  messages: 1,
  status: 'complete',
  at: NOON,
  ...more,
});

/** What all LedgerStores must do. */
export const behavesLikeALedgerStore = (name: string, create: () => Promise<LedgerStore>): void => {
  describe(`${name}: the ledger`, () => {
    test('keeps every line whole, unknowns too', async () => {
      const ledger = await create();
      const lines = [
        anEntry(),
        anEntry({
          id: 'e2',
          purpose: 'title',
          messages: 0,
          provider: null,
          costMicroUsd: null,
          estimated: true,
          status: 'stopped',
          at: NOON + 1,
        }),
        anEntry({
          id: 'e3',
          purpose: 'related-questions',
          inputTokens: 0,
          outputTokens: 0,
          costMicroUsd: 0,
          status: 'error',
          at: NOON + 2,
        }),
        anEntry({
          id: 'e4',
          purpose: 'api',
          inputTokens: 4_000_000_000,
          costMicroUsd: 9_000_000_000_000,
          status: 'interrupted',
          at: NOON + 3,
        }),
      ];
      await ledger.add(lines.slice(0, 3));
      await ledger.add(lines.slice(3));
      await ledger.add([]);
      expect(await ledger.listByOwner('user:ann', 0)).toEqual(lines);
    });

    test('takes out lines that were written too early, and no others', async () => {
      const ledger = await create();
      await ledger.add([anEntry({ id: 'a' }), anEntry({ id: 'A' }), anEntry({ id: 'b' })]);
      await ledger.remove(['a', 'b', 'not there']);
      await ledger.remove([]);
      expect((await ledger.listByOwner('user:ann', 0)).map(({ id }) => id)).toEqual(['A']);
      await ledger.add([anEntry({ id: 'a' })]);
      expect(await ledger.listByOwner('user:ann', 0)).toHaveLength(2);
    });

    test('tells one owner’s lines since a moment, oldest first', async () => {
      const ledger = await create();
      await ledger.add([anEntry({ id: 'c', at: NOON + 2 }), anEntry({ id: 'b', at: NOON + 1 }), anEntry({ id: 'a' })]);
      await ledger.add([
        anEntry({ id: 'd', owner: 'visitor:ann', at: NOON + 1 }),
        anEntry({ id: 'e', owner: 'user:Ann', at: NOON + 1 }),
      ]);
      expect((await ledger.listByOwner('user:ann', NOON + 1)).map(({ id }) => id)).toEqual(['b', 'c']);
      expect((await ledger.listByOwner('visitor:ann', 0)).map(({ id }) => id)).toEqual(['d']);
    });
  });
};
