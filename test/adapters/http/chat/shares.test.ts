import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Koa from 'koa';

import { sharePage } from '../../../../src/adapters/http/pages/share-page.ts';
import { toChatFile, toChatMarkdown } from '../../../../src/contract/chat-export.ts';
import { MessageRepository } from '../../../../src/domain/chat/conversations/ports.ts';
import { Outbox } from '../../../../src/domain/kernel/ports.ts';
import { newAdmin } from '../../../product/admin.ts';
import { Caller, eventually, newId, newPerson, withinOne } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { someDetails } from '../../../support/builders.ts';

const NOT_FOUND = { error: 'Shared link not found' };

describeProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } }, (product) => {
  let admin: Caller;
  let ann: Awaited<ReturnType<typeof newPerson>>;
  let bob: Caller;
  let nobody: Caller;

  beforeAll(async () => {
    nobody = new Caller(product().url);
    [ann, bob] = await Promise.all([newPerson(product().url), newPerson(product().url)]);
    admin = await newAdmin(product());
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

  test('anybody with the link reads the chat, its sources, citations, document and proxied pictures', async () => {
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

  test('links that were revoked, lost their chat or account, or never were are answered alike', async () => {
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

  describe('a page that was reported', () => {
    const decide = async (id: string, decision: string, reason: string | null = 'Private data of others') => {
      const body = { decision, ...(reason === null ? {} : { reason }) };
      const { status, json } = await admin.post(`/api/admin/shares/${id}/decision`, body);
      return [status, json.error ?? json.success];
    };
    let others = 0;
    const someAddress = () => `198.18.0.${(others += 1)}`;
    const report = (token: string, more: object = {}, address = someAddress()) =>
      new Caller(product().url, { 'X-Forwarded-For': address }).post(`/api/shared/${token}/reports`, {
        reason: 'privacy',
        text: 'My number is in it',
        ...more,
      });
    const listed = async (query: string) =>
      (await admin.get(`/api/admin/shares?${query}`)).json.shares.map(({ id }: { id: string }) => id);

    test('is listed with its reports, each reporter once, and its address only then', async () => {
      const { token, share: made, url } = await share();
      const find = async () => {
        const { json } = await admin.get(`/api/admin/shares?search=${encodeURIComponent(url)}`);
        expect(json.shares).toHaveLength(1);
        return json.shares[0];
      };
      expect(await find()).toMatchObject({ id: made.id, title: 'So or not', reports: 0, url: null, takenDown: null });
      expect((await find()).owner.email).toBe(ann.email);
      for (const address of ['192.0.2.1', '192.0.2.1', '198.51.100.7'])
        expect((await report(token, {}, address)).json).toEqual({ success: true });
      expect(await find()).toMatchObject({ reports: 2, url });
      expect((await listed('filter=reported')).slice(0, 1)).toEqual([made.id]);
      const { json } = await admin.get(`/api/admin/shares/${made.id}/reports`);
      expect(json.reports).toEqual(
        Array(2).fill({ reason: 'privacy', text: 'My number is in it', at: expect.any(String) }),
      );
      const rows = JSON.stringify(await product().database.connection('share_reports').select());
      expect(rows).not.toMatch(/192\.0\.2\.1|198\.51/);
      expect(await decide(made.id, 'dismiss')).toEqual([200, true]);
      expect(await find()).toMatchObject({ reports: 0, reportedAt: null, url: null });
      expect(await decide(made.id, 'dismiss')).toEqual([409, 'This link is so already']);
    });

    test('is taken down for every reader with 410, its owner is mailed and reads why, and it comes back', async () => {
      const { token, share: made } = await share();
      await report(token);
      expect(await decide(made.id, 'take-down', null)).toEqual([400, 'Please provide a reason for this change']);
      expect(await decide(made.id, 'take-down')).toEqual([200, true]);
      expect(await decide(made.id, 'take-down')).toEqual([409, 'This link is so already']);
      const { status, json, headers } = await read(token);
      expect([status, json, headers.get('x-robots-tag')]).toEqual([
        410,
        { error: 'This page was taken down by the operator of this server' },
        'noindex, nofollow',
      ]);
      expect((await report(token)).status).toBe(410);
      const own = async () =>
        (await ann.get('/api/shares')).json.shares.find(({ id }: { id: string }) => id === made.id).takenDown;
      expect(await own()).toEqual({ at: expect.any(String), reason: 'Private data of others' });
      expect((await listed('filter=taken-down')).slice(0, 1)).toEqual([made.id]);
      const mails = async () =>
        (await product().running.container.get(Outbox).list())
          .filter(({ recipient }) => recipient === ann.email)
          .map(({ subject }) => subject.replace(/ – .*/, ''));
      await eventually(async () => expect(await mails()).toContain('A shared link was taken down'));
      expect(await decide(made.id, 'restore', 'An error')).toEqual([200, true]);
      expect([(await read(token)).status, await own()]).toEqual([200, null]);
      await eventually(async () => expect(await mails()).toContain('A shared link works again'));
      const { entries } = (await admin.get('/api/admin/audit?text=' + made.id)).json;
      expect(entries.map(({ action, details }: { action: string; details: object }) => [action, details])).toEqual([
        ['share.restore', { owner: expect.any(String), reports: 1, reason: 'An error' }],
        ['share.take-down', { owner: expect.any(String), reports: 1, reason: 'Private data of others' }],
        ['share.create', expect.anything()],
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/So or not|Is it so|My number/);
    });

    test('is paged without end', async () => {
      const made = [await share(), await share(), await share()].map(({ share: { id } }) => id);
      const search = encodeURIComponent(ann.email);
      const pages: string[] = [];
      for (let before = ''; ;) {
        const { json } = await admin.get(`/api/admin/shares?search=${search}&limit=2${before}`);
        pages.push(...json.shares.map(({ id }: { id: string }) => id));
        if (json.next === null) break;
        before = `&before=${encodeURIComponent(json.next)}`;
      }
      expect(new Set(pages).size).toBe(pages.length);
      expect(pages.toSorted()).toEqual(
        (await ann.get('/api/shares')).json.shares.map(({ id }: { id: string }) => id).toSorted(),
      );
      expect(pages).toEqual(expect.arrayContaining(made));
    });

    test('takes a captcha after some tries of an address, and many tries not at all', async () => {
      const { token } = await share();
      const statuses = await withinOne(3_600_000, async () => {
        const address = someAddress();
        const answers = [];
        for (let tried = 0; tried < 31; tried += 1) answers.push(await report(token, {}, address));
        return answers.map(({ status, json }) => `${status} ${json.code ?? ''}`);
      });
      expect(statuses.slice(0, 4)).toEqual(['200 ', '200 ', '200 ', '403 CAPTCHA_REQUIRED']);
      expect(statuses.at(-1)).toBe('429 RATE_LIMITED');
    });

    test('must be there, and nothing but an admin decides', async () => {
      expect((await report('x'.repeat(43))).json).toEqual(NOT_FOUND);
      expect((await decide('none', 'take-down'))[0]).toBe(404);
      expect((await admin.get('/api/admin/shares/none/reports')).status).toBe(404);
      const { share: made } = await share();
      expect((await ann.post(`/api/admin/shares/${made.id}/decision`, { decision: 'restore' })).status).toBe(403);
    });
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
    const { sources, citations, steps, document } = after.messages[1].details;
    expect(sources).toMatchObject([{ title: 'One', url: 'https://one.example/a' }]);
    expect([citations, steps, document]).toEqual([null, [], null]); // nobody vouches for citations that were brought
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
  const [token, taken] = ['x'.repeat(43), 'y'.repeat(43)];
  app.use(
    sharePage({
      findState: async (asked) => ({ [token]: 'open' as const, [taken]: 'taken-down' as const })[asked],
    }),
  );
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
  expect((await seen(`/share/${taken}`)).slice(0, 2)).toEqual([410, 'GET /share.html']);
  for (const path of ['/share/unknown', '/share/', '/share/a/b', '/share/%E0%A4%A'])
    expect([path, ...(await seen(path))]).toEqual([path, 404, 'GET /share.html', 'noindex, nofollow', 'no-store']);
  expect((await seen('/shared'))[1]).toBe('GET /shared');
  server.close();
  server.closeAllConnections();
});
