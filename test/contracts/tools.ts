import type {
  ToolChoices,
  ToolList,
  ToolLists,
  ToolSecrets,
  ToolServerStore,
} from '../../src/domain/tools/servers/ports.ts';
import { aServerTool, aToolServer } from '../fakes/tools.ts';
import { NOON } from '../support/builders.ts';

export interface ToolStores {
  readonly servers: ToolServerStore;
  readonly lists: ToolLists;
  readonly choices: ToolChoices;
  readonly secrets: ToolSecrets;
  /** Deletes an account. */
  readonly remove: (uid: string) => Promise<void>;
}

const LIST: ToolList = {
  tools: [aServerTool({ inputSchema: { type: 'object', properties: { ä: {} } } })],
  readAt: NOON,
  problem: null,
  failedAt: null,
};
const SHARED = aToolServer({
  id: 'shared',
  name: 'Beta',
  auth: 'headers',
  headers: [
    { name: 'X-Key', value: 'secret-value' },
    { name: 'Authorization', value: 'Bearer other' },
  ],
  audience: { tiers: ['premium'], groups: ['g'] },
  limits: [{ tool: '__proto__', mode: 'off' }],
  createdAt: NOON,
});
const OWN = aToolServer({ id: 'own', name: 'Alpha', origin: 'own', ownerUid: 'ann', auth: 'oauth', enabled: false });

/** With the accounts `ann` and `bob`. */
export const behavesLikeToolStores = (name: string, create: () => Promise<ToolStores>): void => {
  describe(name, () => {
    const filled = async (): Promise<ToolStores> => {
      const stores = await create();
      for (const server of [SHARED, OWN]) expect(await stores.servers.add(server)).toBe(true);
      return stores;
    };

    test('servers come back as stored: shared ones to everybody, own ones to their owner, by name', async () => {
      const { servers } = await filled();
      expect(await servers.add({ ...SHARED, name: 'Taken' })).toBe(false);
      expect(await servers.listFor('ann')).toEqual([OWN, SHARED]);
      expect(await servers.listFor('bob')).toEqual([SHARED]);
      expect(await servers.listShared()).toEqual([SHARED]);
      expect([await servers.countOwn('ann'), await servers.countOwn('bob'), await servers.countShared()]).toEqual([
        1, 0, 1,
      ]);
      expect([await servers.find('own'), await servers.lock('shared')]).toEqual([OWN, SHARED]);
      expect([await servers.find('none'), await servers.lock('none')]).toEqual([undefined, undefined]);
    });

    test('a change replaces everything, also the headers', async () => {
      const { servers } = await filled();
      const changed = {
        ...SHARED,
        url: null,
        auth: 'none' as const,
        headers: [],
        audience: null,
        limits: [],
        enabled: false,
      };
      await servers.update(changed);
      expect(await servers.find('shared')).toEqual(changed);
      const other = { ...SHARED, headers: [{ name: 'X-Key', value: 'another' }] };
      await servers.update(other);
      expect(await servers.find('shared')).toEqual(other);
    });

    test('what servers say of their tools is kept for everybody or for one account', async () => {
      const { lists } = await filled();
      const [all, anns, bobs] = [null, 'ann', 'bob'].map((uid) => ({ serverId: 'shared', uid })) as [
        never,
        never,
        never,
      ];
      const failed = { ...LIST, problem: { code: 'status', status: 503 } as const, failedAt: NOON + 1 };
      await lists.save(all, LIST);
      await lists.save(anns, { ...LIST, tools: [] });
      await lists.save(anns, failed);
      expect(await lists.findMany([bobs, anns, all])).toEqual([undefined, failed, LIST]);
      expect(await lists.findMany([])).toEqual([]);
      await lists.forget('shared');
      expect(await lists.findMany([anns, all])).toEqual([undefined, undefined]);
    });

    test('each account has choices of its own, one a tool', async () => {
      const { choices } = await filled();
      const choice = { serverId: 'shared', tool: 'Write', mode: 'ask', digest: 'd' } as const;
      await choices.save('ann', choice);
      await choices.save('ann', { ...choice, tool: 'write' });
      await choices.save('ann', { ...choice, mode: 'auto', digest: 'e' });
      await choices.save('bob', { ...choice, serverId: 'own' });
      expect(await choices.list('ann')).toEqual([
        { ...choice, mode: 'auto', digest: 'e' },
        { ...choice, tool: 'write' },
      ]);
      await choices.forget('shared');
      expect([await choices.list('ann'), (await choices.list('bob')).length]).toEqual([[], 1]);
    });

    test('access is kept by account, and goes with what the server told that account', async () => {
      const { secrets, lists } = await filled();
      await secrets.saveAccess('shared', 'ann', 'first');
      await secrets.saveAccess('shared', 'ann', 'second');
      await secrets.saveAccess('shared', 'bob', 'bobs');
      await secrets.saveAccess('own', 'ann', 'own');
      await secrets.saveRegistration('shared', 'registered');
      await lists.save({ serverId: 'shared', uid: 'ann' }, LIST);
      expect(await secrets.findAccess('shared', 'ann')).toBe('second');
      expect(await secrets.listAccess('ann')).toEqual(['own', 'shared']);
      expect(await secrets.countAccess()).toEqual(new Map([['shared', 2], ['own', 1]])); // prettier-ignore
      expect(await secrets.listGranted({ uid: 'ann' }, 9)).toEqual([expect.any(String), 'second']);
      expect(await secrets.listGranted({ serverId: 'shared' }, 9)).toEqual(['second', 'bobs']);
      expect(await secrets.listGranted({ serverId: 'shared' }, 1)).toEqual(['second']);
      await secrets.removeAccess('shared', 'ann');
      expect(await secrets.findAccess('shared', 'ann')).toBeUndefined();
      expect(await secrets.findAccess('shared', 'bob')).toBe('bobs');
      expect(await lists.findMany([{ serverId: 'shared', uid: 'ann' }])).toEqual([undefined]);
      expect(await secrets.findRegistration('shared')).toBe('registered');
      await secrets.forget('shared');
      expect([await secrets.findAccess('shared', 'bob'), await secrets.findRegistration('shared')]).toEqual([
        undefined,
        undefined,
      ]);
      expect(await secrets.findAccess('own', 'ann')).toBe('own');
    });

    test('an access is replaced only while it is the one that is stored', async () => {
      const { secrets } = await filled();
      await secrets.saveAccess('shared', 'ann', 'first');
      expect(await secrets.replaceAccess('shared', 'ann', 'first', 'second')).toBe(true);
      expect(await secrets.replaceAccess('shared', 'ann', 'first', 'third')).toBe(false);
      expect(await secrets.replaceAccess('shared', 'bob', 'second', 'third')).toBe(false);
      expect([await secrets.findAccess('shared', 'ann'), await secrets.findAccess('shared', 'bob')]).toEqual([
        'second',
        undefined,
      ]);
    });

    test('access that a server refuses goes only while it is the one that is stored', async () => {
      const { secrets, lists } = await filled();
      await secrets.saveAccess('shared', 'ann', 'new');
      await lists.save({ serverId: 'shared', uid: 'ann' }, LIST);
      await secrets.removeAccess('shared', 'ann', 'old');
      expect(await secrets.findAccess('shared', 'ann')).toBe('new');
      expect(await lists.findMany([{ serverId: 'shared', uid: 'ann' }])).toEqual([LIST]);
      await secrets.removeAccess('shared', 'ann', 'new');
      expect(await secrets.findAccess('shared', 'ann')).toBeUndefined();
    });

    test('the scope that an account needs outlives its access, and goes with the server’s address', async () => {
      const { secrets } = await filled();
      await secrets.saveAccess('shared', 'ann', 'access');
      await secrets.saveScope('shared', 'ann', 'read');
      await secrets.saveScope('shared', 'ann', 'read write');
      await secrets.removeAccess('shared', 'ann');
      expect([await secrets.findScope('shared', 'ann'), await secrets.findScope('shared', 'bob')]).toEqual([
        'read write',
        undefined,
      ]);
      expect([await secrets.listAccess('ann'), await secrets.countAccess()]).toEqual([[], new Map()]);
      await secrets.forget('shared');
      expect(await secrets.findScope('shared', 'ann')).toBeUndefined();
    });

    test('a sign-in is taken once, and not after its time', async () => {
      const { secrets, servers } = await filled();
      const signIn = { stateDigest: 'a', serverId: 'shared', uid: 'ann', expiresAt: NOON + 10, pending: 'secret' };
      await secrets.addSignIn(signIn, NOON);
      await secrets.addSignIn({ ...signIn, stateDigest: 'b' }, NOON);
      const [first, second] = await Promise.all([secrets.takeSignIn('a', NOON), secrets.takeSignIn('a', NOON)]);
      expect([first, second].filter((taken) => taken !== undefined)).toEqual([signIn]);
      expect(await secrets.takeSignIn('b', NOON + 10)).toBeUndefined();
      await secrets.addSignIn({ ...signIn, stateDigest: 'c' }, NOON);
      await secrets.forget('shared');
      expect(await secrets.takeSignIn('c', NOON)).toBeUndefined();
      expect((await servers.find('shared'))?.headers).toEqual(SHARED.headers); // they are no access
    });

    test('a server takes all that is stored of it along; an account its servers, choices and access', async () => {
      const { servers, lists, choices, secrets, remove } = await filled();
      const choice = { serverId: 'shared', tool: 'write', mode: 'ask', digest: 'd' } as const;
      for (const uid of ['ann', 'bob']) {
        await choices.save(uid, choice);
        await secrets.saveAccess('shared', uid, 'access');
        await lists.save({ serverId: 'shared', uid }, LIST);
      }
      await remove('ann');
      expect(await servers.find('own')).toBeUndefined();
      expect([await choices.list('ann'), await secrets.listAccess('ann')]).toEqual([[], []]);
      expect(await lists.findMany([{ serverId: 'shared', uid: 'ann' }])).toEqual([undefined]);
      expect((await choices.list('bob')).length).toBe(1);
      await servers.remove('shared');
      expect([await servers.find('shared'), await choices.list('bob'), await secrets.listAccess('bob')]).toEqual([
        undefined,
        [],
        [],
      ]);
      expect(await lists.findMany([{ serverId: 'shared', uid: 'bob' }])).toEqual([undefined]);
    });
  });
};
