import type { ChatRepository } from '../../src/domain/chat/conversations/ports.ts';
import type { Share, SharedTurn, ShareRepository } from '../../src/domain/shares/ports.ts';
import { aChat, chatIdOf, NOON } from '../support/builders.ts';

interface Fixture {
  readonly shares: ShareRepository;
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
        await shares.exists('digest of s1'),
        await shares.exists('DIGEST of s1'),
        await shares.exists('s1'),
      ]).toEqual([true, false, false]);
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
      expect([await shares.find('digest of s1'), await shares.exists('digest of s1')]).toEqual([undefined, false]);
      expect([await shares.exists('digest of s3'), await shares.count('ann')]).toEqual([true, 1]);
      await setSuspended('ann', null);
      expect(await shares.find('digest of s1')).toEqual({ share: aShare(), turns: TURNS });
      expect(await shares.exists('digest of s1')).toBe(true);
    });

    test('are removed by their owner and by nobody else', async () => {
      const { shares } = await setup();
      await shares.add(aShare(), TURNS);
      expect(await shares.remove('bob', 's1')).toBe(false);
      expect(await shares.exists('digest of s1')).toBe(true);
      expect([await shares.remove('ann', 's1'), await shares.remove('ann', 's1')]).toEqual([true, false]);
      expect([await shares.find('digest of s1'), await shares.exists('digest of s1')]).toEqual([undefined, false]);
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
  });
};
