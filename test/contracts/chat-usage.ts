import { chatBytes, messageBytes } from '../../src/domain/chat/conversations/chat-size.ts';
import type { ChatUsage } from '../../src/domain/chat/conversations/ports.ts';
import { aChat, aMessage, anAnswer, chatIdOf, NOON, someDetails } from '../support/builders.ts';
import type { ChatFixture } from './chat-repository.ts';

export interface ChatUsageFixture extends ChatFixture {
  readonly usage: ChatUsage;
}

const NOTHING = { chats: 0, bytes: 0, chatBytes: 0 };
const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);

/** What every ChatUsage must do. `create` as for `behavesLikeAChatRepository`. */
export const behavesLikeChatUsage = (name: string, create: () => Promise<ChatUsageFixture>): void => {
  describe(`${name}: what somebody keeps`, () => {
    test('is nothing at first, and nobody else’s', async () => {
      const { chats, usage } = await create();
      expect(await usage.totals('ann')).toEqual(NOTHING);
      const chat = await chats.create(aChat({ title: 'Crêpes 🥞' }));
      expect(await usage.totals('ann', chat.key)).toEqual({
        chats: 1,
        bytes: chatBytes(chat),
        chatBytes: chatBytes(chat),
      });
      expect(await usage.totals('bob', chat.key)).toEqual(NOTHING);
      expect((await usage.totals('ann', 'no such chat')).chatBytes).toBe(0);
    });

    test('counts each chat once, though it is made again', async () => {
      const { chats, usage } = await create();
      await Promise.all(['k1', 'k2', 'k3'].map((key) => chats.create(aChat({ key }))));
      await chats.create(aChat({ key: 'k4', id: chatIdOf('c2') }));
      expect((await usage.totals('ann')).chats).toBe(2);
    });

    test('grows with what is added, and shrinks and grows with what is changed', async () => {
      const { chats, messages, usage } = await create();
      const chat = await chats.create(aChat());
      const kept = [aMessage({ content: 'Wie groß? 🥞' }), anAnswer({ content: 'So.', details: someDetails() })];
      await messages.add(chat.key, kept);
      await messages.add(chat.key, kept);
      const asked = aMessage({ id: 'm3', parentId: 'm2' });
      const coming = anAnswer({ id: 'm4', parentId: 'm3', content: '', status: 'streaming' });
      await messages.appendTurn(chat, { messages: [asked, coming], existingMessages: 2, at: NOON });
      const now = async () => (await usage.totals('ann', chat.key)).chatBytes;
      expect(await now()).toBe(chatBytes(chat) + sum([...kept, asked, coming].map(messageBytes)));
      const end = {
        id: 'm4',
        content: 'ß'.repeat(1000),
        status: 'complete',
        errorCode: null,
        cached: false,
        details: someDetails(),
      } as const;
      await messages.update(chat.key, end);
      await messages.update(chat.key, end);
      await messages.update(chat.key, { ...end, id: 'no such message' });
      expect(await now()).toBe(chatBytes(chat) + sum([...kept, asked, end].map(messageBytes)));
      await messages.update(chat.key, { ...end, content: '', details: null });
      const renamed = {
        ...chat,
        title: 'T',
        sources: [{ id: 's', title: 'S', url: 'https://s.example/', snippet: 'ü' }],
      };
      await chats.update(renamed);
      await chats.update(renamed);
      expect(await now()).toBe(chatBytes(renamed) + sum([...kept, asked, coming].map(messageBytes)));
      expect(await usage.totals('ann', chat.key)).toEqual({ chats: 1, bytes: await now(), chatBytes: await now() });
    });

    test('is the sum of all chats, and what is removed counts no more', async () => {
      const { chats, messages, usage } = await create();
      const [one, two] = [await chats.create(aChat()), await chats.create(aChat({ id: chatIdOf('c2'), key: 'k2' }))];
      for (const { key } of [one, two]) await messages.add(key, [aMessage()]);
      const each = await Promise.all([one, two].map(async ({ key }) => (await usage.totals('ann', key)).chatBytes));
      expect(await usage.totals('ann')).toEqual({ chats: 2, bytes: sum(each), chatBytes: 0 });
      expect(await chats.remove('ann', one.id)).toBe(true);
      expect(await chats.remove('ann', one.id)).toBe(false);
      expect(await usage.totals('ann')).toEqual({ chats: 1, bytes: each[1], chatBytes: 0 });
      await chats.remove('ann', two.id);
      expect(await usage.totals('ann')).toEqual(NOTHING);
    });

    test('is exact whatever comes at once', async () => {
      const { chats, messages, usage } = await create();
      const made = await Promise.all(
        Array.from({ length: 6 }, (_, at) => chats.create(aChat({ key: `k${at}`, id: chatIdOf(`c${at}`) }))),
      );
      await Promise.all(made.flatMap(({ key }) => ['a', 'b', 'c'].map((id) => messages.add(key, [aMessage({ id })]))));
      await Promise.all(made.slice(0, 2).map(({ id }) => chats.remove('ann', id)));
      expect(await usage.totals('ann')).toMatchObject({
        chats: 4,
        bytes: 4 * (chatBytes(aChat()) + 3 * messageBytes(aMessage())),
      });
    });
  });
};
