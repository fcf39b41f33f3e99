import type { ChatRepository } from '../../src/domain/chat/conversations/ports.ts';
import {
  MAX_REPORTS,
  type Share,
  type SharedTurn,
  type ShareModeration,
  type ShareRepository,
} from '../../src/domain/shares/ports.ts';
import { aChat, chatIdOf, NOON } from '../support/builders.ts';

interface Fixture {
  readonly shares: ShareRepository;
  readonly moderation: ShareModeration;
  readonly chats: ChatRepository;
  readonly setSuspended: (uid: string, at: number | null) => Promise<void>;
}

export const aShare = (more: Partial<Share> = {}): Share => ({
  id: 's1',
  ownerId: 'ann',
  chatKey: 'c1',
  tokenDigest: `digest of ${more.id ?? 's1'}`,
  kind: 'chat',
  title: 'Bread',
  name: null,
  turnCount: 2,
  createdAt: NOON,
  takenDownAt: null,
  takenDownReason: null,
  ...more,
});

const TURNS: readonly SharedTurn[] = [
  { id: 'm1', role: 'user', content: 'How? 🍞', at: NOON, status: 'complete', mode: null, files: 1, details: null },
  {
    id: 'm2',
    role: 'assistant',
    content: 'Knead [1].',
    at: NOON + 1,
    status: 'complete',
    mode: { isAgent: true, agentType: 'research_agent' },
    files: 0,
    details: {
      sources: [{ id: 's1', title: 'Bread', url: 'https://bread.example/', snippet: 'Knead it.' }],
      images: [{ url: 'https://bread.example/a.png', alt: 'a', caption: 'b', source: '' }],
      citations: { checked: 1, supported: 1, marks: [{ index: 0, source: 1, supported: true, passage: 'Knead it.' }] },
      corrections: [{ at: 0, before: 'Bake it [1].', after: 'Knead it [1].' }],
      document: {
        title: 'Bread',
        time: '2026-01-15T12:00:00.000Z',
        sections: [{ kind: 'answer', title: null, text: 'Knead [1].', collapsible: false }],
        keyPoints: ['Knead'],
        academicSummary: [],
      },
      synthesis: 'In all, knead [1].',
    },
  },
];

const NO_REPORT = { reason: 'other', text: '', at: NOON, reporterDigest: 'nobody' } as const;

/** What every store of shares must do. `create` answers a world with ann and bob and no chats. */
export const behavesLikeShares = (name: string, create: () => Promise<Fixture>): void => {
  describe(`${name}: shares`, () => {
    const setup = async () => {
      const world = await create();
      for (const number of [1, 2]) await world.chats.create(aChat({ id: chatIdOf(`c${number}`), key: `c${number}` }));
      await world.chats.create(aChat({ id: chatIdOf('b1'), key: 'b1', ownerId: 'bob' }));
      return world;
    };

    test('are found by their token alone, with every turn as it was', async () => {
      const { shares } = await setup();
      expect(await shares.add(aShare({ name: 'Ann' }), TURNS)).toBe(true);
      expect(await shares.find('digest of s1')).toEqual({ share: aShare({ name: 'Ann' }), turns: TURNS });
      expect([
        await shares.findState('digest of s1'),
        await shares.findState('DIGEST of s1'),
        await shares.findState('s1'),
      ]).toEqual(['open', undefined, undefined]);
      expect(await shares.find('DIGEST of s1')).toBeUndefined();
    });

    test('are listed and counted for their owner, newest first, with the chat’s own id', async () => {
      const { shares } = await setup();
      await shares.add(aShare(), TURNS);
      await shares.add(aShare({ id: 's2', chatKey: 'c2', createdAt: NOON + 1, kind: 'reply' }), TURNS);
      await shares.add(aShare({ id: 's3', ownerId: 'bob', chatKey: 'b1' }), TURNS);
      expect((await shares.list('ann')).map(({ id, chatId, kind }) => [id, chatId, kind])).toEqual([
        ['s2', chatIdOf('c2'), 'reply'],
        ['s1', chatIdOf('c1'), 'chat'],
      ]);
      expect([await shares.count('ann'), await shares.count('bob'), await shares.count('carl')]).toEqual([2, 1, 0]);
    });

    test('are closed while their owner is suspended, and come back when the owner does', async () => {
      const { shares, setSuspended } = await setup();
      await shares.add(aShare(), TURNS);
      await shares.add(aShare({ id: 's3', ownerId: 'bob', chatKey: 'b1' }), TURNS);
      await setSuspended('ann', NOON);
      expect([await shares.find('digest of s1'), await shares.findState('digest of s1')]).toEqual([
        undefined,
        undefined,
      ]);
      expect([await shares.findState('digest of s3'), await shares.count('ann')]).toEqual(['open', 1]);
      await setSuspended('ann', null);
      expect(await shares.find('digest of s1')).toEqual({ share: aShare(), turns: TURNS });
      expect(await shares.findState('digest of s1')).toBe('open');
    });

    test('are removed by their owner and by nobody else', async () => {
      const { shares } = await setup();
      await shares.add(aShare(), TURNS);
      expect(await shares.remove('bob', 's1')).toBe(false);
      expect(await shares.findState('digest of s1')).toBe('open');
      expect([await shares.remove('ann', 's1'), await shares.remove('ann', 's1')]).toEqual([true, false]);
      expect([await shares.find('digest of s1'), await shares.findState('digest of s1')]).toEqual([
        undefined,
        undefined,
      ]);
    });

    test('go with their chat, and none is made of a chat that is gone', async () => {
      const { shares, chats } = await setup();
      await shares.add(aShare(), TURNS);
      await shares.add(aShare({ id: 's2', chatKey: 'c2' }), TURNS);
      await chats.remove('ann', chatIdOf('c1'));
      expect((await shares.list('ann')).map(({ id }) => id)).toEqual(['s2']);
      expect(await shares.find('digest of s1')).toBeUndefined();
      expect(await shares.add(aShare({ id: 's4' }), TURNS)).toBe(false);
    });

    test('are taken down and restored, once each, and then neither gone nor read', async () => {
      const { shares, moderation } = await setup();
      await shares.add(aShare(), TURNS);
      const decision = { at: NOON + 5, reason: 'Private data' };
      expect([
        await moderation.setTakenDown('s1', decision),
        await moderation.setTakenDown('s1', { at: NOON + 6, reason: 'Again' }),
        await moderation.setTakenDown('none', decision),
      ]).toEqual([true, false, false]);
      const taken = aShare({ takenDownAt: NOON + 5, takenDownReason: 'Private data' });
      expect(await shares.find('digest of s1')).toEqual({ share: taken, turns: TURNS });
      expect(await shares.findState('digest of s1')).toBe('taken-down');
      expect(await shares.list('ann')).toEqual([{ ...taken, chatId: chatIdOf('c1') }]);
      expect([await moderation.setTakenDown('s1', null), await moderation.setTakenDown('s1', null)]).toEqual([
        true,
        false,
      ]);
      expect(await shares.findState('digest of s1')).toBe('open');
    });

    test('are reported once by each reporter, up to a bound', async () => {
      const { shares, moderation } = await setup();
      await shares.add(aShare(), TURNS);
      await shares.add(aShare({ id: 's2' }), TURNS);
      const report = (reporterDigest: string, at: number) =>
        moderation.addReport('s1', { reason: 'abuse', text: `by ${reporterDigest} 🍞`, at, reporterDigest });
      const added = [await report('r1', NOON), await report('r2', NOON + 2), await report('r1', NOON + 3)];
      expect([...added, await moderation.addReport('none', { ...NO_REPORT })]).toEqual([true, true, false, false]);
      expect(await moderation.reports('s1')).toEqual([
        { reason: 'abuse', text: 'by r2 🍞', at: NOON + 2 },
        { reason: 'abuse', text: 'by r1 🍞', at: NOON },
      ]);
      expect(await moderation.find('s1')).toEqual({
        ...aShare(),
        ownerName: 'ann',
        ownerEmail: 'ann@example.org',
        ownerLanguage: 'de',
        reportCount: 2,
        reportedAt: NOON + 2,
      });
      await Promise.all(Array.from({ length: MAX_REPORTS + 3 }, (_, n) => report(`many ${n}`, NOON + 4)));
      expect((await moderation.find('s1'))?.reportCount).toBe(MAX_REPORTS);
      expect(await moderation.reports('s1')).toHaveLength(MAX_REPORTS);
      await moderation.clearReports('s1');
      expect([await moderation.reports('s1'), (await moderation.find('s1'))?.reportedAt]).toEqual([[], null]);
      expect((await moderation.find('s2'))?.reportCount).toBe(0);
    });

    test('are listed for admins by each filter, newest first and page by page', async () => {
      const { shares, moderation } = await setup();
      for (const [n, id] of ['s1', 's2', 's3', 's4'].entries())
        await shares.add(aShare({ id, createdAt: NOON + Math.floor(n / 2) }), TURNS);
      await shares.add(aShare({ id: 'b', ownerId: 'bob', chatKey: 'b1' }), TURNS);
      for (const [at, id] of ['s4', 's1'].entries()) await moderation.addReport(id, { ...NO_REPORT, at: NOON + at });
      for (const [at, id] of ['s1', 's2'].entries()) await moderation.setTakenDown(id, { at: NOON + at, reason: 'So' });
      const ids = async (query: Partial<Parameters<ShareModeration['list']>[0]>) =>
        (await moderation.list({ filter: 'all', limit: 10, ...query })).map(({ id }) => id);
      expect(await ids({})).toEqual(['s4', 's3', 's2', 's1', 'b']);
      expect(await ids({ limit: 2 })).toEqual(['s4', 's3']);
      expect(await ids({ before: { at: NOON + 1, id: 's3' } })).toEqual(['s2', 's1', 'b']);
      expect(await ids({ before: { at: NOON, id: 's2' } })).toEqual(['s1', 'b']);
      expect(await ids({ filter: 'reported' })).toEqual(['s1', 's4']);
      expect(await ids({ filter: 'taken-down' })).toEqual(['s2', 's1']);
      expect(await ids({ owner: 'bob' })).toEqual(['b']);
      expect(await ids({ owner: 'Bob@Example.org' })).toEqual(['b']);
      expect(await ids({ owner: 'carl' })).toEqual([]);
      expect(await ids({ tokenDigest: 'digest of s3' })).toEqual(['s3']);
    });

    test('take their reports with them', async () => {
      const { shares, moderation } = await setup();
      await shares.add(aShare(), TURNS);
      await moderation.addReport('s1', NO_REPORT);
      await shares.remove('ann', 's1');
      expect([await moderation.find('s1'), await moderation.reports('s1')]).toEqual([undefined, []]);
    });
  });
};
