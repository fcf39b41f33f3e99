import { SqlAuditStore } from '../../../../src/adapters/sql/operations/audit.ts';
import { SqlUserRepository } from '../../../../src/adapters/sql/accounts/user-repository.ts';
import { Database } from '../../../../src/adapters/sql/database.ts';
import { VerifyAudit } from '../../../../src/domain/audit/verify-audit.ts';
import { append, behavesLikeAnAuditStore, chain } from '../../../contracts/audit.ts';
import { aUser } from '../../../support/builders.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open, migratedUrl }) => {
  const world = async () => {
    const db = await open();
    await new SqlUserRepository(db).add(aUser());
    const store = new SqlAuditStore(db);
    return { db, store, verify: new VerifyAudit(store, chain) };
  };

  behavesLikeAnAuditStore('SQL', async () => (await world()).store);

  describe('the chain shows', () => {
    const filled = async () => {
      const { db, store, verify } = await world();
      for (let count = 0; count < 5; count += 1) await append(store, { details: JSON.stringify({ count }) });
      return { db, store, verify, rows: () => db.connection('audit_entries') };
    };

    test.each([
      ['at', 1],
      ['actor_kind', 'system'],
      ['actor_uid', 'bob'],
      ['actor_label', 'b•••@example.org'],
      ['way', 'job'],
      ['address', null],
      ['action', 'user.reinstate'],
      ['target_kind', 'share'],
      ['target_id', 'bob'],
      ['target_label', null],
      ['outcome', 'refused'],
      ['details', '{}'],
    ])('a changed %s', async (column, value) => {
      const { verify, rows } = await filled();
      await rows()
        .where({ sequence: 3 })
        .update({ [column]: value });
      expect(await verify.execute()).toMatchObject({ checked: 2, fault: { sequence: 3, kind: 'hash' } });
    });

    test('a removed entry', async () => {
      const { verify, rows } = await filled();
      await rows().where({ sequence: 3 }).delete();
      expect((await verify.execute()).fault).toEqual({ sequence: 4, kind: 'gap' });
    });

    test('entries removed from the beginning', async () => {
      const { db, verify, rows } = await filled();
      await rows().where('sequence', '<', 3).delete();
      expect((await verify.execute()).fault).toEqual({ sequence: 3, kind: 'gap' });
      const [, second] = await filled().then(({ store }) => store.listAfter(0, 9));
      await rows().where('sequence', '<', 3).delete();
      await db.connection('audit_ends').insert({ name: 'anchor', sequence: 2, hash: second?.hash });
      expect((await verify.execute()).fault).toEqual({ sequence: 3, kind: 'anchor' });
    });

    test('entries removed from the end, and all of them', async () => {
      const { verify, rows } = await filled();
      await rows().where('sequence', '>', 3).delete();
      expect((await verify.execute()).fault).toEqual({ sequence: 4, kind: 'head' });
      await rows().delete();
      expect((await verify.execute()).fault).toEqual({ sequence: 1, kind: 'head' });
    });

    test('an entry and the end of the chain rolled back, to whoever noted the end', async () => {
      const { db, verify, rows, store } = await filled();
      const noted = (await verify.execute()).head;
      await rows().where({ sequence: 5 }).delete();
      const [fourth] = await store.listAfter(3, 1);
      await db.connection('audit_ends').update({ sequence: 4, hash: fourth?.hash });
      expect((await verify.execute()).fault).toBeNull();
      expect((await verify.execute(noted)).fault).toEqual({ sequence: 5, kind: 'head' });
      await append(store, { details: '{"count":"other"}' });
      expect((await verify.execute(noted)).fault).toEqual({ sequence: 5, kind: 'head' });
    });

    test('an inserted entry, and a chain that was computed anew without the secret', async () => {
      const { db, verify, rows, store } = await filled();
      const [fifth] = await store.listAfter(4, 1);
      await rows().insert({ ...(await rows().where({ sequence: 5 }).first()), sequence: 6 });
      expect((await verify.execute()).fault).toEqual({ sequence: 6, kind: 'hash' });
      if (!fifth) throw new Error('no entry');
      const hash = chain.hash(fifth, 6, fifth.hash);
      await rows().where({ sequence: 6 }).update({ hash });
      await db.connection('audit_ends').update({ sequence: 6, hash });
      expect((await verify.execute()).fault).toEqual({ sequence: 6, kind: 'seal' });
      await rows().where({ sequence: 6 }).update({ seal_key: 'another secret' });
      expect((await verify.execute()).fault).toEqual({ sequence: 6, kind: 'seal' });
    });
  });

  test('an entry is written with its transaction or not at all', async () => {
    const { db, store, verify } = await world();
    await expect(
      db.transaction(async () => {
        await append(store);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await store.ends()).toEqual({ head: undefined, anchor: undefined });
    await db.transaction(async () => {
      await append(store);
      await db
        .withSavepoint(async () => {
          await append(store, { details: '{"of":"the savepoint"}' });
          throw new Error('undone');
        })
        .catch(() => undefined);
      expect(await store.listAfter(0, 9)).toEqual([]); // not before the end
      await append(store, { details: '{"of":"the end"}' });
    });
    expect((await store.listAfter(0, 9)).map(({ details }) => details)).toEqual([
      '{"reason":"Spam"}',
      '{"of":"the end"}',
    ]);
    expect(await verify.execute()).toMatchObject({ checked: 2, fault: null });
  });

  test('two processes append at the same time, and the chain does not fork', async () => {
    const url = await migratedUrl();
    const one = await Database.open(url);
    const other = await Database.open(url);
    const stores = [new SqlAuditStore(one), new SqlAuditStore(other)];
    await Promise.all(
      stores.flatMap((store, process) =>
        Array.from({ length: 20 }, (_, count) => append(store, { details: JSON.stringify({ process, count }) })),
      ),
    );
    const [store] = stores;
    expect(await new VerifyAudit(store ?? new SqlAuditStore(one), chain).execute()).toMatchObject({
      checked: 40,
      fault: null,
    });
    await one.close();
    await other.close();
  });
});
