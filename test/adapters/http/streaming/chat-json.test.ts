import { Readable, Writable } from 'node:stream';

import { jest } from '@jest/globals';

import { allChats } from '../../../../src/contract/chats.ts';
import { chatsJson } from '../../../../src/adapters/http/streaming/chat-json.ts';
import { OpenChat } from '../../../../src/domain/chat/conversations/open-chat.ts';
import { ChatStore, InMemoryChatRepository, InMemoryMessageRepository } from '../../../fakes/chats.ts';
import { InMemoryReplyRepository } from '../../../fakes/replies.ts';
import { newId, newPerson, type Caller } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { aChat, aMessage, chatIdOf, NOON } from '../../../support/builders.ts';

jest.setTimeout(60_000);

const PIECE = 512 * 1024;

/** Takes one chunk and never asks for another. */
class Stalled extends Writable {
  taken = 0;

  override _write(): void {
    this.taken += 1;
  }
}

/** A memory that counts how many messages were read from it. */
const bigChats = async (chatCount: number, turns: number) => {
  const store = new ChatStore();
  const [chats, messages] = [new InMemoryChatRepository(store), new InMemoryMessageRepository(store)];
  for (let chat = 0; chat < chatCount; chat += 1) {
    const { key } = await chats.create(aChat({ id: chatIdOf(`c${chat}`), key: `k${chat}`, updatedAt: NOON - chat }));
    await messages.add(
      key,
      Array.from({ length: turns }, (_, at) =>
        aMessage({ id: `m${at}`, parentId: at === 0 ? null : `m${at - 1}`, content: 'x'.repeat(100_000) }),
      ),
    );
  }
  const some = jest.spyOn(messages, 'findMany');
  const whole = jest.spyOn(messages, 'list');
  const open = new OpenChat(chats, messages, new InMemoryReplyRepository(store), new FixedClock());
  const read = () => some.mock.calls.flatMap(([, ids]) => ids).length;
  return { chats, open, read, whole };
};

const links = { preview: () => undefined, icon: () => undefined } as never;

describe('a page of chats', () => {
  test('is read no further than its reader has come', async () => {
    const { chats, open, read, whole } = await bigChats(3, 60);
    const summaries = await chats.list('ann', { limit: 51 });
    const before = whole.mock.calls.length;
    const pieces = chatsJson({ summaries, limit: 50, open: (id) => open.stream('ann', id) }, links);
    const reader = new Stalled({ highWaterMark: 16 * 1024 });
    const stream = Readable.from(pieces, { objectMode: false, encoding: 'utf8' });
    stream.pipe(reader);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(reader.taken).toBe(1);
    expect(read()).toBeLessThanOrEqual(3 * (PIECE / 100_000)); // of 180
    expect(whole.mock.calls.length - before).toBeLessThanOrEqual(1); // the fake makes its outline of it, once a chat
    stream.destroy();
  });

  test('ends after four megabytes with a whole chat, and says where the next one begins', async () => {
    const { chats, open } = await bigChats(4, 15);
    const page = async (before?: number) => {
      const summaries = await chats.list('ann', { limit: 51, ...(before === undefined ? {} : { before }) });
      let text = '';
      for await (const piece of chatsJson({ summaries, limit: 50, open: (id) => open.stream('ann', id) }, links))
        text += piece;
      return allChats.reply.parse(JSON.parse(text));
    };
    const first = await page();
    expect(Object.keys(first.chats)).toEqual(['c0', 'c1', 'c2'].map(chatIdOf));
    expect(first.next).toBe(new Date(NOON - 2).toISOString());
    const second = await page(NOON - 2);
    expect([Object.keys(second.chats), second.next]).toEqual([[chatIdOf('c3')], null]);
    expect(second.chats[chatIdOf('c3')]?.messages).toHaveLength(15);
  });
});

describeProduct({}, (product) => {
  const save = async (caller: Caller, id: string, texts: readonly string[]) => {
    const messages = texts.map((content, at) => ({
      id: `m${at}`,
      role: at % 2 === 0 ? 'user' : 'assistant',
      content,
      timestamp: new Date(NOON + at).toISOString(),
    }));
    expect((await caller.post('/api/progress/chat', { chatId: id, chat: { id, messages } })).status).toBe(200);
  };

  test('old chats come in the described form, page by page; an export has every one of them', async () => {
    const ann = await newPerson(product().url);
    const ids = Array.from({ length: 4 }, newId);
    for (const id of ids)
      await save(
        ann,
        id,
        Array.from({ length: 10 }, (_, at) => `${id} ${at} ${'ü'.repeat(75_000)}`),
      );
    const first = (await ann.get('/api/progress')).json;
    expect(allChats.reply.parse(first)).toEqual(first);
    const newest = ids.toReversed();
    const inFirst = Object.keys(first.chats);
    expect(inFirst).toEqual(newest.slice(0, inFirst.length));
    expect(Object.values<{ messages: unknown[] }>(first.chats).map(({ messages }) => messages.length)).toEqual(
      inFirst.map(() => 10),
    );
    if (first.next !== null) {
      const second = (await ann.get(`/api/progress?before=${encodeURIComponent(first.next)}`)).json;
      expect([Object.keys(second.chats), second.next]).toEqual([newest.slice(inFirst.length), null]);
    }
    const opened = (await ann.chat(ids[0] ?? '')).json;
    expect(first.chats[newest[0] ?? '']).toEqual((await ann.chat(newest[0] ?? '')).json);
    expect(opened.messages.map(({ content }: { content: string }) => content.slice(0, 23))).toEqual(
      Array.from({ length: 10 }, (_, at) => `${ids[0]} ${at}`),
    );
    const exported = (await ann.get('/api/account/export')).json;
    expect(exported.chats.map(({ messages }: { messages: unknown[] }) => messages.length)).toEqual([10, 10, 10, 10]);
    expect((await ann.get('/api/account/export?format=markdown')).text.match(/^### /gm)).toHaveLength(40);
  });

  test('an unknown chat is 404 before anything is written', async () => {
    const ann = await newPerson(product().url);
    expect(await ann.chat(newId())).toMatchObject({ status: 404, json: { error: 'Chat not found' } });
    expect((await ann.get('/api/progress')).json).toEqual({ chats: {}, next: null });
  });
});
