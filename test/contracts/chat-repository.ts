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
        pinnedAt: null,
        archived: false,
        waits: false,
      });
      const older = await chats.list('ann', { limit: 2, before: listed[1]?.updatedAt ?? 0 });
      expect(older.map(({ title }) => title)).toEqual(['a']);
    });

    const titlesOf = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title).join(' ');
    const archivedIs = (archived: boolean) => ({ ...ALL, archived });

    test('lists archived chats apart, and finds them as well as others', async () => {
      const { chats, messages } = await create();
      for (const [index, title] of ['old', 'young', 'listed'].entries()) {
        const chat = aChat({ id: chatIdOf(title), title, updatedAt: NOON + index, archived: title !== 'listed' });
        await chats.create(chat);
        await messages.add(chat.key, [aMessage({ content: 'Rhubarb' })]);
      }
      await chats.create(aChat({ id: chatIdOf('his'), ownerId: 'bob', archived: true }));
      expect(titlesOf(await chats.list('ann', ALL))).toBe('listed');
      expect(titlesOf(await chats.list('ann', archivedIs(true)))).toBe('young old');
      expect(titlesOf(await chats.list('ann', { ...archivedIs(true), before: NOON + 1 }))).toBe('old');
      expect(titlesOf(await chats.list('ann', { limit: 1, archived: true }))).toBe('young');
      const found = await chats.search('ann', 'rhubarb', ALL);
      expect(found.map(({ title, archived }) => [title, archived])).toEqual([
        ['listed', false],
        ['young', true],
        ['old', true],
      ]);
      expect(titlesOf(await chats.search('ann', 'rhubarb', archivedIs(true)))).toBe('young old');
      expect(titlesOf(await chats.search('ann', 'rhubarb', archivedIs(false)))).toBe('listed');
      expect(await chats.listIds('ann')).toHaveLength(3);
    });

    test('lists and counts pinned chats, the last pinned first', async () => {
      const { chats } = await create();
      for (const [title, after] of Object.entries({ first: 1, last: 9, middle: 4 }))
        await chats.create(aChat({ id: chatIdOf(title), title, pinnedAt: NOON + after }));
      await chats.create(aChat({ id: chatIdOf('not') }));
      await chats.create(aChat({ id: chatIdOf('his'), ownerId: 'bob', pinnedAt: NOON }));
      expect(titlesOf(await chats.listPinned('ann', 9))).toBe('last middle first');
      expect(titlesOf(await chats.listPinned('ann', 1))).toBe('last');
      expect(await chats.countPinned('ann')).toBe(3);
      expect(await chats.countPinned('eve')).toBe(0);
      expect(await chats.list('ann', ALL)).toHaveLength(4);
    });

    test('what organizes a chat changes its place alone, and an update leaves that as it is', async () => {
      const { chats } = await create();
      const chat = await chats.create(aChat());
      const place = { pinnedAt: NOON + 3, archived: true, usedAt: NOON + 4 };
      await chats.organize({ ...chat, ...place, key: 'another' });
      expect(await chats.find('ann', chat.id)).toEqual(chat);
      await chats.organize({ key: chat.key, ...place });
      expect(await chats.find('ann', chat.id)).toEqual({ ...chat, ...place });
      await chats.update({ ...chat, title: 'Renamed', usedAt: NOON + 9 });
      expect(await chats.find('ann', chat.id)).toEqual({ ...chat, ...place, title: 'Renamed', usedAt: NOON + 9 });
    });

    test('archives many chats, neither pinned nor temporary ones, and restores them', async () => {
      const { chats } = await create();
      const places: Readonly<Record<string, Parameters<typeof aChat>[0]>> = {
        a: {},
        b: {},
        c: {},
        pinned: { pinnedAt: NOON },
        temporary: { expiresAt: NOON + 9 },
        his: { ownerId: 'bob' },
      };
      for (const [title, more] of Object.entries(places))
        await chats.create(aChat({ id: chatIdOf(title), title, ...more }));
      expect(await chats.archiveMany('ann', true, 2)).toBe(2);
      expect(await chats.archiveMany('ann', true, 2)).toBe(1);
      expect(await chats.archiveMany('ann', true, 2)).toBe(0);
      expect(await chats.list('ann', archivedIs(true))).toHaveLength(3);
      expect(titlesOf(await chats.list('ann', ALL))).toBe('pinned');
      expect((await chats.find('ann', chatIdOf('temporary')))?.archived).toBe(false);
      expect(titlesOf(await chats.list('bob', ALL))).toBe('his');
      expect(await chats.archiveMany('ann', false, 9)).toBe(3);
      expect(await chats.list('ann', ALL)).toHaveLength(4);
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
