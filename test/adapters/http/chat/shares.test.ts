import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Koa from 'koa';

import { sharePage } from '../../../../src/adapters/http/pages/share-page.ts';
import { toChatFile, toChatMarkdown } from '../../../../src/contract/chat-export.ts';
import { MessageRepository } from '../../../../src/domain/chat/conversations/ports.ts';
import { Caller, newId, newPerson, withinOne } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { someDetails } from '../../../support/builders.ts';

const NOT_FOUND = { error: 'Shared link not found' };

describeProduct({}, (product) => {
  let ann: Caller;
  let bob: Caller;
  let nobody: Caller;

  beforeAll(async () => {
    nobody = new Caller(product().url);
    [ann, bob] = await Promise.all([newPerson(product().url), newPerson(product().url)]);
  });

  /** A chat of Ann's with a question and an answer that has everything. */
  const talk = async () => {
    const chatId = newId();
    const turn = (id: string, role: string, content: string, parentId: string | null) => ({
      id,
      role,
      content,
      parentId,
      timestamp: '2026-01-15T12:00:00.000Z',
    });
    const messages = [turn('q1', 'user', 'Is it so?', null), turn('a1', 'assistant', 'So it is [1].', 'q1')];
    await ann.post('/api/progress/chat', { chatId, chat: { id: chatId, title: 'So or not', messages } });
    const [{ chat_key: key }] = await product().database.connection('chats').where({ id: chatId }).select('chat_key');
    await product().running.container.get(MessageRepository).update(key, {
      id: 'a1',
      content: 'So it is [1].',
      status: 'complete',
      errorCode: null,
      cached: false,
      details: someDetails(),
    });
    return chatId;
  };
  const share = async (more: object = {}) => {
    const chatId = await talk();
    const { status, json, text } = await ann.post('/api/shares', { chatId, ...more });
    expect([status, text]).toEqual([201, expect.anything()]);
    return { chatId, share: json.share, url: String(json.url), token: String(json.url).split('/share/')[1] ?? '' };
  };
  const read = (token: string) => nobody.get(`/api/shared/${token}`);

  test('anybody with the link reads the chat, with sources, citations, document and pictures under our own address', async () => {
    const { chatId, share: made, url, token } = await share();
    expect(made).toEqual({
      id: expect.any(String),
      chatId,
      kind: 'chat',
      title: 'So or not',
      name: null,
      turns: 2,
      createdAt: expect.any(String),
    });
    expect(url).toMatch(/^http:\/\/localhost:\d+\/share\/[\w-]{43}$/);
    const { status, headers, json, text } = await read(token);
    expect([status, headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      200,
      'noindex, nofollow',
      'no-store',
    ]);
    const { sources, citations, document } = someDetails();
    expect(json).toMatchObject({
      kind: 'chat',
      title: 'So or not',
      name: null,
      turns: [
        { role: 'user', content: 'Is it so?', files: 0, details: null },
        { role: 'assistant', content: 'So it is [1].', details: { sources, citations, document } },
      ],
    });
    expect(json.turns[1].details.images[0].preview).toMatch(/^\/api\/image\?u=/);
    expect(text).not.toMatch(/ann|example\.org"|chatId|ownerId|uid|Searching the web|What is asked/);
  });

  test('the link is stored as a digest only, and its owner alone is shown it again', async () => {
    const { token } = await share();
    expect(JSON.stringify(await product().database.connection('shares').select())).not.toContain(token);
    expect((await ann.get('/api/shares')).text).toContain(token);
    expect((await bob.get('/api/shares')).text).not.toContain(token);
  });

  test('what is said in the chat later is not shared', async () => {
    const { chatId, token } = await share();
    const before = await read(token);
    await (await ann.ask('Mine alone', { chatId, messageId: 'q2' })).whole();
    await ann.post('/api/progress/chat', {
      chatId,
      chat: { id: chatId, title: 'Another title', updatedAt: '2999-01-01T00:00:00.000Z' },
    });
    expect((await ann.chat(chatId)).json.messages).toHaveLength(4);
    expect((await read(token)).text).toBe(before.text);
  });

  test('one answer is shared with its question and a name of choice', async () => {
    const { share: made, token } = await share({ messageId: 'a1', name: ' Ann from next door ' });
    expect(made).toMatchObject({ kind: 'reply', title: 'T', name: 'Ann from next door', turns: 2 });
    expect((await read(token)).json).toMatchObject({ kind: 'reply', name: 'Ann from next door' });
  });

  test('nobody shares another person’s chat, or sees or ends their links', async () => {
    const {
      chatId,
      share: { id },
      token,
    } = await share();
    const [foreign, unknown] = [
      await bob.post('/api/shares', { chatId }),
      await bob.post('/api/shares', { chatId: newId() }),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await bob.get('/api/shares')).json).toEqual({ shares: [] });
    const [theirs, none] = [
      await bob.send('DELETE', `/api/shares/${id}`),
      await bob.send('DELETE', '/api/shares/none'),
    ];
    expect([theirs.status, theirs.text]).toEqual([404, none.text]);
    expect((await read(token)).status).toBe(200);
  });

  test('a revoked link, one whose chat or account is gone, and one that never was are answered byte for byte alike', async () => {
    const [revoked, orphan, odd] = [await share(), await share(), 'x'.repeat(43)];
    expect((await ann.get('/api/shares')).json.shares.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([revoked.share.id, orphan.share.id]),
    );
    expect((await ann.send('DELETE', `/api/shares/${revoked.share.id}`)).status).toBe(200);
    expect((await ann.send('DELETE', `/api/progress/chat/${orphan.chatId}`)).status).toBe(200);
    for (const token of [revoked.token, orphan.token, odd, 'odd', '%00']) {
      const { status, json, headers } = await read(token);
      expect([token, status, json, headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
        token,
        404,
        NOT_FOUND,
        'noindex, nofollow',
        'no-store',
      ]);
    }
    const carl = await newPerson(product().url);
    const chatId = newId();
    await (await carl.ask('Hello', { chatId, messageId: 'q1' })).whole();
    const { url } = (await carl.post('/api/shares', { chatId })).json;
    const token = String(url).split('/share/')[1] ?? '';
    expect((await read(token)).status).toBe(200);
    await product().database.connection('users').where({ email: carl.email }).delete();
    expect((await read(token)).json).toEqual(NOT_FOUND);
  });

  test('an exported chat comes back whole in another account: every version, order, title and lists', async () => {
    const chatId = await talk();
    await (await ann.ask('And now?', { chatId, messageId: 'q2' })).whole();
    await (await ann.ask('And now?', { chatId, messageId: 'q2', parentId: 'a1', replyMessageId: 'other' })).whole();
    const before = (await ann.chat(chatId)).json;
    expect([before.messages.length, before.otherVersions.length]).toEqual([4, 1]);
    const sent = await bob.post('/api/progress/chat', JSON.parse(JSON.stringify(toChatFile(before))));
    expect([sent.status, sent.text]).toEqual([200, expect.anything()]);
    const after = (await bob.chat(chatId)).json;
    const said = (messages: { id: string; parentId: string; role: string; content: string; timestamp: string }[]) =>
      messages.map(({ id, parentId, role, content, timestamp }) => ({ id, parentId, role, content, timestamp }));
    expect([said(after.messages), said(after.otherVersions)]).toEqual([
      said(before.messages),
      said(before.otherVersions),
    ]);
    expect([after.title, after.leafId, after.sources]).toEqual([before.title, before.leafId, before.sources]);
    expect(after.messages[1].details ?? null).toBeNull(); // nobody vouches for citations that were brought
    expect(toChatMarkdown(before, before.messages)).toContain(
      'So it is [1].\n\n**In short**\n\nIn all, so it is [1].\n\n**Sources**\n\n1. [One](https://one.example/a)',
    );
  });

  test('links are paced for each account', async () => {
    const answers = await withinOne(3_600_000, async () => {
      const carl = await newPerson(product().url);
      const chatId = newId();
      await (await carl.ask('Hello', { chatId, messageId: 'q1' })).whole();
      return Promise.all(Array.from({ length: 34 }, () => carl.post('/api/shares', { chatId })));
    });
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.find(({ status }) => status === 429)?.json).toEqual({
      error: expect.any(String),
      code: 'RATE_LIMITED',
      retryAfterMs: expect.any(Number),
    });
  });
});

test('the page of a link is told to no search engine, and an unknown link is the same page with 404', async () => {
  const app = new Koa();
  const token = 'x'.repeat(43);
  app.use(sharePage({ exists: async (asked) => asked === token }));
  app.use((ctx) => {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = `${ctx.method} ${ctx.path}`;
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const page = new Caller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const seen = async (path: string) => {
    const { status, text, headers } = await page.get(path);
    return [status, text, headers.get('x-robots-tag'), headers.get('cache-control')];
  };
  expect(await seen(`/share/${token}`)).toEqual([200, 'GET /share.html', 'noindex, nofollow', 'no-store']);
  expect(await seen(`/share/${token}/`)).toEqual([200, 'GET /share.html', 'noindex, nofollow', 'no-store']);
  for (const path of ['/share/unknown', '/share/', '/share/a/b', '/share/%E0%A4%A'])
    expect([path, ...(await seen(path))]).toEqual([path, 404, 'GET /share.html', 'noindex, nofollow', 'no-store']);
  expect((await seen('/shared'))[1]).toBe('GET /shared');
  server.close();
  server.closeAllConnections();
});
