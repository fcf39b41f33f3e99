import type { ChatRepository, MessageRepository } from '../../src/domain/chat/conversations/ports.ts';
import type { ReplyRepository } from '../../src/domain/chat/replies/ports/reply-store.ts';
import type { ToolPermissions } from '../../src/domain/chat/replies/ports/tool-permissions.ts';
import type { ToolCallStore } from '../../src/domain/agents/connected/ports.ts';
import type { ToolQuestions } from '../../src/domain/chat/replies/waiting/ports.ts';
import { aChat, aMessage, anAnswer, anEntry, aReply, chatIdOf, NOON, words } from '../support/builders.ts';

export interface ChatFixture {
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly replies: ReplyRepository;
  readonly questions: ToolQuestions;
  readonly permissions: ToolPermissions;
  readonly toolCalls: ToolCallStore;
}

const ALL = { limit: 50 };

/** What every ChatRepository must do. `create` answers an empty world in which the users ann and bob exist. */
export const behavesLikeAChatRepository = (name: string, create: () => Promise<ChatFixture>): void => {
  describe(`${name}: chats`, () => {
    test("finds an owner's chat whole, and nobody else's", async () => {
      const { chats } = await create();
      const chat = aChat({
        title: 'Crêpes 🥞 "quoted" \\ back',
        leafId: 'm1',
        sources: [{ id: 's1', title: 'Flour', url: 'https://example.org/?a=1&b=ü', snippet: 'white\npowder' }],
        images: [{ url: 'https://example.org/i.png', alt: 'a', caption: 'c', source: 's' }],
        relatedQuestions: [{ id: 'q1', text: 'And waffles?', category: 'deeper' }],
        namedAt: NOON - 5,
      });
      expect(await chats.create(chat)).toEqual(chat);
      expect(await chats.find('ann', chat.id)).toEqual(chat);
      expect(await chats.find('bob', chat.id)).toBeUndefined();
      expect(await chats.find('ann', chatIdOf('C1'))).toBeUndefined();
    });

    test('lets two people have a chat with the same id', async () => {
      const { chats } = await create();
      await chats.create(aChat({ key: 'k1', ownerId: 'ann', title: 'hers' }));
      await chats.create(aChat({ key: 'k2', ownerId: 'bob', title: 'his' }));
      expect((await chats.find('ann', aChat().id))?.title).toBe('hers');
      expect((await chats.find('bob', aChat().id))?.title).toBe('his');
    });

    test('keeps the first of two chats that are made at once with one id', async () => {
      const { chats } = await create();
      const made = await Promise.all(['k1', 'k2', 'k3'].map((key) => chats.create(aChat({ key }))));
      const [first] = made;
      expect(new Set(made.map(({ key }) => key)).size).toBe(1);
      expect(await chats.find('ann', aChat().id)).toEqual(first);
      expect(await chats.list('ann', ALL)).toHaveLength(1);
    });

    test('replaces what may change of a chat, and leaves its owner, key and age alone', async () => {
      const { chats } = await create();
      await chats.create(aChat({ id: chatIdOf('other'), title: 'Other' }));
      await chats.create(aChat());
      const changed = aChat({
        title: 'Waffles',
        gptType: 'cook',
        toolServers: ['s1', 's2'],
        leafId: 'm9',
        updatedAt: NOON + 9,
        namedAt: NOON + 8,
        sources: [{ id: 's', title: 't', url: 'u', snippet: 'n' }],
      });
      await chats.update({ ...changed, createdAt: 1 });
      expect(await chats.find('ann', changed.id)).toEqual(changed);
      await chats.update({ ...changed, ownerId: 'bob', title: 'stolen' });
      expect((await chats.find('ann', changed.id))?.title).toBe('Waffles');
      expect((await chats.find('ann', chatIdOf('other')))?.title).toBe('Other');
    });

    test('locks only the owner’s chat, and tells it with the number of its turns', async () => {
      const { chats, messages } = await create();
      const chat = await chats.create(aChat());
      expect(await chats.lock('ann', chat.id)).toEqual({ ...chat, messageCount: 0 });
      await messages.add(chat.key, [aMessage(), anAnswer()]);
      expect(await chats.lock('ann', chat.id)).toMatchObject({ messageCount: 2 });
      expect(await chats.lock('bob', chat.id)).toBeUndefined();
      expect(await chats.lock('ann', chatIdOf('none'))).toBeUndefined();
    });

    test('lists the newest first, in pages, with the number of turns', async () => {
      const { chats, messages } = await create();
      for (const [index, id] of ['a', 'b', 'c'].entries()) {
        const toolServers = id === 'b' ? ['s1'] : [];
        await chats.create(aChat({ id: chatIdOf(id), title: id, updatedAt: NOON + index, toolServers }));
      }
      await chats.create(aChat({ id: chatIdOf('his'), ownerId: 'bob', updatedAt: NOON + 50 }));
      await messages.add(aChat({ id: chatIdOf('b') }).key, [aMessage(), anAnswer()]);
      const listed = await chats.list('ann', { limit: 2 });
      expect(listed.map(({ title, messageCount }) => [title, messageCount])).toEqual([
        ['c', 0],
        ['b', 2],
      ]);
      expect(listed[1]).toEqual({
        id: chatIdOf('b'),
        title: 'b',
        messageCount: 2,
        gptType: 'default',
        toolServers: ['s1'],
        createdAt: NOON,
        updatedAt: NOON + 1,
        waits: false,
      });
      const older = await chats.list('ann', { limit: 2, before: listed[1]?.updatedAt ?? 0 });
      expect(older.map(({ title }) => title)).toEqual(['a']);
    });

    test('removes a chat with its messages, replies, logs and search entries, and only once', async () => {
      const { chats, messages, replies } = await create();
      const chat = await chats.create(aChat());
      const other = await chats.create(aChat({ id: chatIdOf('c2'), title: 'Pancakes again' }));
      await messages.add(chat.key, [aMessage()]);
      await replies.create(aReply({ chatKey: chat.key, messageId: 'm2' }));
      await replies.append([anEntry('r1', 0, words('Hi'))]);
      expect(await chats.remove('bob', chat.id)).toBe(false);
      expect(await chats.remove('ann', chat.id)).toBe(true);
      expect(await chats.remove('ann', chat.id)).toBe(false);
      expect(await chats.find('ann', chat.id)).toBeUndefined();
      expect(await messages.list(chat.key)).toEqual([]);
      expect(await replies.find('r1')).toBeUndefined();
      expect(await replies.listEvents('r1', 0)).toEqual([]);
      expect((await chats.search('ann', 'pancakes', ALL)).map(({ id }) => id)).toEqual([other.id]);
    });

    test('a chat that was removed can be made anew under its id, empty', async () => {
      const { chats, messages } = await create();
      const chat = await chats.create(aChat());
      await messages.add(chat.key, [aMessage({ content: 'secret' })]);
      await chats.remove('ann', chat.id);
      const again = await chats.create(aChat({ key: 'another key' }));
      expect(await messages.list(again.key)).toEqual([]);
      expect(await chats.search('ann', 'secret', ALL)).toEqual([]);
    });
  });
};
