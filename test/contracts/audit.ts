import { AuditChain } from '../../src/domain/audit/chain.ts';
import type { AuditRecord } from '../../src/domain/audit/entry.ts';
import type { AuditQuery, AuditStore } from '../../src/domain/audit/ports.ts';
import { VerifyAudit } from '../../src/domain/audit/verify-audit.ts';
import { CryptoSecrets } from '../../src/adapters/system/ids.ts';
import { NOON } from '../support/builders.ts';

export const chain = new AuditChain(new CryptoSecrets('the secret of a test'));

const aRecord = (more: Partial<AuditRecord> = {}): AuditRecord => ({
  at: NOON,
  actor: { kind: 'user', uid: 'ann' },
  way: 'session',
  address: '192.0.2.0/24',
  action: 'user.suspend',
  target: { kind: 'user', id: 'ann' },
  outcome: 'done',
  details: '{"reason":"Spam"}',
  ...more,
});

export const append = (store: AuditStore, more: Partial<AuditRecord> = {}): Promise<void> =>
  store.append(aRecord(more), (record, previous) => chain.link(record, previous));

/** What all AuditStores must do; ann has an account with the address ann@example.org. */
export const behavesLikeAnAuditStore = (name: string, create: () => Promise<AuditStore>): void => {
  describe(`${name}: the audit log`, () => {
    const filled = async () => {
      const store = await create();
      await append(store, { details: '{"reason":"one 50%"}' });
      await append(store, { at: NOON + 1, action: 'share.create', target: { kind: 'share', id: 's_1' } });
      await append(store, { at: NOON + 2, outcome: 'refused', actor: { kind: 'stranger', uid: null }, target: null });
      await append(store, { at: NOON + 3, actor: { kind: 'system', uid: null }, address: null, target: null });
      return store;
    };
    const found = async (store: AuditStore, query: Partial<AuditQuery> = {}) =>
      (await store.list({ limit: 9, ...query })).entries.map(({ sequence }) => sequence);

    test('has entries in order, whole, linked, with masked addresses', async () => {
      const store = await filled();
      const entries = await store.listAfter(0, 9);
      expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
      expect(entries[0]).toEqual({
        ...aRecord({ details: '{"reason":"one 50%"}' }),
        sequence: 1,
        actorLabel: 'a•••@example.org',
        targetLabel: 'a•••@example.org',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        seal: expect.stringMatching(/^[0-9a-f]{64}$/),
        sealKey: chain.sealKey,
      });
      expect(await new VerifyAudit(store, chain).execute()).toMatchObject({ checked: 4, fault: null });
      expect((await store.ends()).head).toEqual({ sequence: 4, hash: entries[3]?.hash });
    });

    test('lists the newest first, page by page', async () => {
      const store = await filled();
      const first = await store.list({ limit: 3 });
      expect(first.entries.map(({ sequence }) => sequence)).toEqual([4, 3, 2]);
      const second = await store.list({ limit: 3, before: first.next ?? 0 });
      expect(second).toMatchObject({ entries: [{ sequence: 1 }], next: null });
    });

    test.each([
      [{ from: NOON + 1, to: NOON + 3 }, [3, 2]],
      [{ action: 'share.create' }, [2]],
      [{ outcome: 'refused' }, [3]],
      [{ person: 'ANN' }, [2, 1]],
      [{ person: 'a•••@example' }, [2, 1]],
      [{ person: 'bob' }, []],
      [{ text: '50%' }, [1]],
      [{ text: '0%5' }, []],
      [{ text: 's_1' }, [2]],
      [{ text: '192.0.2' }, [3, 2, 1]],
      [{ action: 'share.create', outcome: 'refused' }, []],
    ] as const)('finds %j', async (query, expected) => {
      expect(await found(await filled(), query)).toEqual(expected);
    });

    test('removes the oldest and remembers where', async () => {
      const store = await filled();
      expect(await store.findExpired(NOON)).toBeUndefined();
      const [, second] = await store.listAfter(0, 9);
      const expired = await store.findExpired(NOON + 2);
      expect(expired).toEqual({ sequence: 2, hash: second?.hash });
      if (expired) await store.removeThrough(expired);
      expect(await found(store)).toEqual([4, 3]);
      expect((await store.ends()).anchor).toEqual(expired);
      await append(store);
      expect(await found(store)).toEqual([5, 4, 3]);
    });

    test('all may expire, and the chain goes on', async () => {
      const store = await filled();
      const expired = await store.findExpired(NOON + 9);
      expect(expired?.sequence).toBe(4);
      if (expired) await store.removeThrough(expired);
      await append(store);
      expect((await store.listAfter(0, 9)).map(({ sequence }) => sequence)).toEqual([5]);
    });
  });
};
