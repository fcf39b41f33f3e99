import type { Chat } from '../../src/domain/chat/conversations/chat.ts';
import type { ChatAges } from '../../src/domain/chat/conversations/ports.ts';
import { aChat, aMessage, chatIdOf, NOON } from '../support/builders.ts';
import type { ChatFixture } from './chat-repository.ts';

export interface ChatAgesFixture extends ChatFixture {
  readonly ages: ChatAges;
  /** Makes a public link to a chat; `takenDown`: one that nobody can read any more. */
  readonly share: (chatKey: string, takenDown?: 'takenDown') => Promise<void>;
}

/** What all ChatAges must do, and what a temporary chat is to lists and searches. */
export const behavesLikeChatAges = (name: string, create: () => Promise<ChatAgesFixture>): void => {
  describe(`${name}: ages of chats`, () => {
    const filled = async (...chats: readonly Partial<Chat>[]) => {
      const world = await create();
      for (const chat of chats) await world.chats.create(aChat({ ...chat, id: chatIdOf(chat.key ?? '') }));
      return world;
    };
    const idsOf = (chats: readonly { readonly id: string }[]) => chats.map(({ id }) => id.replace(/^0+/, ''));

    test('lists temporary chats whose time ended, the oldest first', async () => {
      const { ages } = await filled(
        { key: 'a', expiresAt: NOON - 1, ownerId: 'bob' },
        { key: 'b', expiresAt: NOON },
        { key: 'c' },
        { key: 'd', expiresAt: NOON - 2 },
      );
      expect(await ages.listExpired(NOON, 9)).toEqual([
        { ownerId: 'ann', id: chatIdOf('d') },
        { ownerId: 'bob', id: chatIdOf('a') },
      ]);
      expect(idsOf(await ages.listExpired(NOON, 1))).toEqual(['d']);
    });

    test('lists chats that were not used, neither temporary nor pinned nor shared ones', async () => {
      const { ages, share } = await filled(
        { key: 'a', usedAt: NOON - 1 },
        { key: 'b', usedAt: NOON },
        { key: 'c', usedAt: NOON - 3 },
        { key: 'd', usedAt: NOON - 2, expiresAt: NOON + 1 },
        { key: 'e', usedAt: NOON - 2 },
        { key: 'f', usedAt: NOON - 9, ownerId: 'bob' },
        { key: 'g', usedAt: NOON - 9, pinnedAt: NOON },
      );
      await share('e');
      await share('c', 'takenDown');
      expect(idsOf(await ages.listUnused('ann', NOON, 9))).toEqual(['c', 'a']);
      expect(idsOf(await ages.listUnused('ann', NOON, 1))).toEqual(['c']);
      expect(await ages.listOwnersOfUnused(NOON, '', 9)).toEqual(['ann', 'bob']);
      expect(await ages.listOwnersOfUnused(NOON, '', 1)).toEqual(['ann']);
      expect(await ages.listOwnersOfUnused(NOON, 'ann', 9)).toEqual(['bob']);
      expect(await ages.listOwnersOfUnused(NOON - 3, '', 9)).toEqual(['bob']);
    });

    test('a chat is used by writing and by opening, never backwards', async () => {
      const { chats, messages } = await filled({ key: 'a', usedAt: NOON });
      const usedAt = async () => (await chats.find('ann', chatIdOf('a')))?.usedAt;
      await chats.markUsed('a', NOON + 5);
      await chats.markUsed('a', NOON + 4);
      expect(await usedAt()).toBe(NOON + 5);
      await messages.appendTurn(
        { key: 'a', ownerId: 'ann' },
        { messages: [aMessage()], existingMessages: 0, at: NOON + 9 },
      );
      expect(await usedAt()).toBe(NOON + 9);
    });

    test('a message in a temporary chat moves its end; another chat has none', async () => {
      const { chats, messages } = await filled({ key: 'a', expiresAt: NOON }, { key: 'b' });
      const turn = { messages: [aMessage()], existingMessages: 0, at: NOON } as const;
      await messages.appendTurn({ key: 'a', ownerId: 'ann' }, { ...turn, expiresAt: NOON + 7 });
      await messages.appendTurn({ key: 'b', ownerId: 'ann' }, turn);
      const found = await chats.find('ann', chatIdOf('a'));
      expect(found?.expiresAt).toBe(NOON + 7);
      expect((await chats.find('ann', chatIdOf('b')))?.expiresAt).toBeNull();
      await chats.update(aChat({ ...found, title: 'Renamed', expiresAt: null })); // stays what it is
      expect(await chats.find('ann', chatIdOf('a'))).toMatchObject({ title: 'Renamed', expiresAt: NOON + 7 });
    });

    test('a temporary chat is found by its id only, and exported while it lives', async () => {
      const { chats, messages } = await filled({ key: 'a', title: 'Xylophone', expiresAt: NOON + 1 }, { key: 'b' });
      await messages.add('a', [aMessage({ id: 'm1', content: 'xylophone' })]);
      await messages.appendTurn(
        { key: 'a', ownerId: 'ann' },
        { messages: [aMessage({ id: 'm2', content: 'xylophone' })], existingMessages: 1, at: NOON },
      );
      await messages.update('a', { ...aMessage({ id: 'm2', content: 'xylophone xylophone' }), details: null });
      const temporary = await chats.find('ann', chatIdOf('a'));
      if (temporary) await chats.update({ ...temporary, title: 'Xylophones' });
      expect(temporary?.expiresAt).toBe(NOON + 1);
      expect(idsOf(await chats.list('ann', { limit: 9 }))).toEqual(['b']);
      expect(await chats.search('ann', 'xylophone', { limit: 9 })).toEqual([]);
      expect(new Set(await chats.listIds('ann'))).toEqual(new Set([chatIdOf('a'), chatIdOf('b')]));
    });
  });
};
