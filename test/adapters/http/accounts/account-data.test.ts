import { jest } from '@jest/globals';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { Caller, eventually, newId, newPerson, PASSWORD, withinOne } from '../../../product/client.ts';
import { newAdmin, newSomebody } from '../../../product/admin.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { BlobReferences } from '../../../../src/domain/files/blob-references.ts';
import { DeleteAccount } from '../../../../src/domain/user-admin/delete-account.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import {
  freshDeletion,
  freshCancelPlans,
  furnished,
  hashesOf,
  keptBytes,
  killedAt,
  mentions,
  tokenOf,
} from '../../../product/erasure.ts';
import { CHATGPT, LIBRECHAT, OPEN_WEBUI } from '../../../domain/account-data/exports.ts';

jest.setTimeout(60_000);

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

/** A Markdown text as a program reads it. */
const nodesOf = (text: string): readonly Node[] => {
  const nodes: Node[] = [];
  const walk = (node: Node): void => {
    nodes.push(node);
    node.children?.forEach(walk);
  };
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, () => walk] });
  return nodes;
};

describeProduct({}, (product) => {
  const logIn = (email: string) => new Caller(product().url).post('/api/auth/login', { email, password: PASSWORD });

  test('all own data comes as one file, every version of every chat, and no secret', async () => {
    const ann = await newSomebody(product());
    const chatId = newId();
    await (await ann.ask('First question', { chatId, messageId: 'm1' })).whole();
    await (await ann.ask('Other question', { chatId, messageId: 'm2', parentId: null })).whole();
    const { text, headers, status } = await ann.get('/api/account/export');
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="parley-data.json"');
    const data = JSON.parse(text);
    expect(data.profile).toEqual({
      uid: ann.uid,
      email: ann.email,
      phoneNumber: null,
      name: expect.any(String),
      authMode: 'email',
      language: null,
      plan: 'free',
      emailVerified: true,
      role: 'user',
      createdAt: expect.any(String),
    });
    const { messages } = data.chats[0];
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      'First question',
      'You said: First question',
      'Other question',
      'You said: Other question',
    ]);
    expect(data.usage).toHaveLength(2);
    expect(data.files).toEqual([]);
    for (const secret of [ann.token, 'passwordHash', 'argon2', 'igest']) expect(text).not.toContain(secret);
    const markdown = await ann.get('/api/account/export?format=markdown');
    expect(markdown.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    for (const said of [
      '# My data',
      'First question',
      'Other question',
      '(another version)',
      ann.email.replaceAll('_', '\\_'),
    ])
      expect(markdown.text).toContain(said);
    expect((await ann.get('/api/account/export?format=pdf')).status).toBe(400);
  });

  test('the sources that a client keeps with its chat stand below the answer, as in the chat’s export', async () => {
    const ann = await newPerson(product().url);
    const source = { id: 's1', title: 'All about bread', url: 'https://bread.example/', snippet: '' };
    const timestamp = new Date().toISOString();
    const messages = [
      { id: 'q1', role: 'user', content: 'Why does bread rise?', timestamp },
      { id: 'a1', role: 'assistant', content: 'Yeast.', timestamp },
      { id: 'q2', role: 'user', content: 'And cake?', timestamp },
      { id: 'a2', role: 'assistant', content: 'Baking powder.', timestamp },
    ];
    const chat = { id: newId(), messages, sources: [source] };
    expect((await ann.post('/api/progress/chat', { chatId: chat.id, chat })).status).toBe(200);
    expect((await ann.chat(chat.id)).json.messages.at(-1).details.sources).toMatchObject([{ title: source.title }]);
    const { text } = await ann.get('/api/account/export?format=markdown');
    expect(text.split('Baking powder.')[1]).toContain('Sources:\n\n- All about bread: <https://bread.example/>');
    expect(text.split('Baking powder.')[0]).not.toContain('bread.example');
  });

  test('no message of the Markdown file swallows what follows, or loads a picture', async () => {
    const ann = await newPerson(product().url);
    const timestamp = new Date().toISOString();
    const texts = ['```js\nlet open = 1;', '<!-- a comment', '<details>', '![p](https://spy.example/p.png)'];
    const messages = texts.map((content, at) => ({
      id: `m${at}`,
      role: at % 2 ? 'assistant' : 'user',
      content,
      timestamp,
    }));
    const details = { sources: [{ id: 's', title: 'S', url: 'https://e.example/> <img src=x>', snippet: '' }] };
    const last = { id: 'last', role: 'assistant', content: 'The last words', timestamp, details };
    const chat = { id: newId(), messages: [...messages, last] };
    expect((await ann.post('/api/progress/chat', { chatId: chat.id, chat })).status).toBe(200);
    const { text } = await ann.get('/api/account/export?format=markdown');
    const headings = nodesOf(text).filter(({ type }) => type === 'heading');
    expect(headings.filter(({ depth }) => depth === 3)).toHaveLength(5);
    expect(nodesOf(text).map(({ type }) => type)).not.toEqual(expect.arrayContaining(['image']));
    expect(nodesOf(text).map(({ type }) => type)).not.toEqual(expect.arrayContaining(['html']));
  });

  test('an account of many chats is exported whole', async () => {
    const ann = await newPerson(product().url);
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...LIBRECHAT,
      conversationId: `many-${index}`,
      title: `Chat ${index}`,
    }));
    expect((await ann.post('/api/account/import', many)).json).toEqual({
      source: 'librechat',
      chats: 60,
      messages: 180,
      prompts: 0,
      skipped: [],
      skippedInAll: 0,
    });
    const data = JSON.parse((await ann.get('/api/account/export')).text);
    expect(new Set(data.chats.map(({ title }: { title: string }) => title)).size).toBe(60);
  });

  test('what an account exports comes into another one as it was, and into its own nothing twice', async () => {
    const [ann, bob, eve] = [
      await newPerson(product().url),
      await newPerson(product().url),
      await newPerson(product().url),
    ];
    const chatId = newId();
    await (await ann.ask('First question', { chatId, messageId: 'm1' })).whole();
    await (await ann.ask('Other question', { chatId, messageId: 'm2', parentId: null })).whole();
    const timestamp = '2026-01-02T03:04:05.678Z';
    const details = {
      ownVersions: [{ id: 'v', artifactId: 'html-page', kind: 'html', source: '<p>Mine</p>', at: timestamp }],
      sources: [{ id: 's', title: 'Bread', url: 'https://bread.example/', snippet: 'Flour' }],
    };
    const kept = { id: newId(), title: 'Kept', gptType: 'special' };
    const messages = [
      { id: 'q', role: 'user', content: '', fileIds: ['gone'], timestamp },
      {
        id: 'a',
        role: 'assistant',
        content: 'Look',
        timestamp,
        details,
        messageMode: { isAgent: true, agentType: 'x' },
      },
    ];
    expect((await ann.post('/api/progress/chat', { chatId: kept.id, chat: { ...kept, messages } })).status).toBe(200);
    const file = (await ann.get('/api/account/export')).text;
    expect((await bob.post('/api/account/import', file)).json).toMatchObject({
      source: 'parley',
      chats: 2,
      messages: 6,
    });
    const readable = ({ replyId: _, status: __, ...message }: Record<string, unknown>): unknown =>
      JSON.parse(JSON.stringify(message).replaceAll(/"icon":"[^"]*"/g, '"icon":"signed"'));
    for (const id of [chatId, kept.id]) {
      const [hers, his] = [(await ann.chat(id)).json, (await bob.chat(id)).json];
      for (const list of ['messages', 'otherVersions'])
        expect(his[list].map(readable)).toEqual(hers[list].map(readable));
      const { title, leafId, createdAt, updatedAt, gptType } = hers;
      expect(his).toMatchObject({ title, leafId, createdAt, updatedAt, gptType });
      const one = { chatId: id, chat: hers };
      expect((await eve.post('/api/account/import', one)).json).toMatchObject({ source: 'parley', chats: 1 });
    }
    expect((await ann.post('/api/account/import', file)).json).toMatchObject({ chats: 0, skippedInAll: 2 });
  });

  test('chats of other products are brought in, shown like own ones, found by their words, and not twice', async () => {
    const ann = await newPerson(product().url);
    expect((await ann.post('/api/account/import', CHATGPT)).json).toEqual(
      expect.objectContaining({ source: 'chatgpt', chats: 1, messages: 4, skippedInAll: 2 }),
    );
    expect((await ann.post('/api/account/import', OPEN_WEBUI)).json).toEqual(
      expect.objectContaining({ source: 'open-webui', chats: 2 }),
    );
    expect((await ann.post('/api/account/import', CHATGPT)).json).toEqual(
      expect.objectContaining({ chats: 0, messages: 0, skippedInAll: 3 }),
    );
    const { chats } = (await ann.get('/api/progress/chats?q=flour')).json;
    expect(chats.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Bread', 'Pancakes']);
    const pancakes = chats.find(({ title }: { title: string }) => title === 'Pancakes');
    expect(pancakes.lastUpdated).toBe(new Date(1_700_000_100_000).toISOString());
    const { json } = await ann.chat(pancakes.id);
    expect(json.messages.map(({ content }: { content: string }) => content)).toEqual([
      '*(image)*\n\nHow do I bake this?',
      'With eggs.',
    ]);
    expect(json.otherVersions).toHaveLength(2);
    const next = await (await ann.ask('And then?', { chatId: pancakes.id, messageId: 'mine' })).whole();
    expect(next.text).toBe('You said: And then?');
  });

  test('what is no export is refused in words, and a file of up to 20 MB is taken, on this call alone', async () => {
    const ann = await newPerson(product().url);
    const refused = await ann.post('/api/account/import', { hello: 'world' });
    expect([refused.status, refused.json]).toEqual([
      400,
      { error: expect.stringContaining('no export of Parley, LibreChat'), code: 'VALIDATION_ERROR', field: 'body' },
    ]);
    const [conversation] = OPEN_WEBUI;
    const large = [{ ...conversation, meta: 'x'.repeat(5 * 1024 * 1024) }];
    expect((await ann.post('/api/account/import', large)).json.chats).toBe(1);
    expect(
      (await ann.post('/api/account/import', [{ ...conversation, meta: 'x'.repeat(20 * 1024 * 1024) }])).status,
    ).toBe(413);
    expect((await ann.post('/api/account/delete', { password: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
  });

  test('an account is deleted with its password: nothing before, everything after', async () => {
    const ann = await newSomebody(product());
    await (await ann.ask('Remember this', { chatId: newId(), messageId: 'm1' })).whole();
    expect((await ann.get('/api/account/delete')).json).toEqual({ proof: 'password' });
    const without = await ann.post('/api/account/delete', { email: ann.email });
    expect([without.status, without.json.field]).toEqual([400, 'password']);
    const wrong = await ann.post('/api/account/delete', { password: 'not it at all' });
    expect([wrong.status, wrong.json]).toEqual([403, { error: 'This is not your password', field: 'password' }]);
    expect((await ann.get('/api/progress/chats')).json.chats).toHaveLength(1);
    expect((await ann.post('/api/account/delete', { password: PASSWORD })).json).toEqual({ success: true });
    expect((await ann.get('/api/auth/me')).status).toBe(401);
    expect((await logIn(ann.email)).status).toBe(401);
    expect(await product().database.connection('users').where({ uid: ann.uid })).toEqual([]);
    expect((await newPerson(product().url, ann.email)).email).toBe(ann.email); // the address is free again
  });

  test('guessing the password of an open session ends after ten tries', async () => {
    const refused = await withinOne(15 * 60_000, async () => {
      const ann = await newPerson(product().url);
      for (let tries = 0; tries < 10; tries += 1) await ann.post('/api/account/delete', { password: 'wrong again' });
      return ann.post('/api/account/delete', { password: PASSWORD });
    });
    expect([refused.status, refused.json.code]).toEqual([429, 'RATE_LIMITED']);
  });

  test('a phone account is deleted with a fresh code, which works once', async () => {
    const nobody = new Caller(product().url);
    const phone = { phoneNumber: '2015550199', countryCode: '+1' };
    const sent = await nobody.post('/api/auth/send-sms', phone);
    const { json } = await nobody.post('/api/auth/verify-sms', { ...phone, otp: sent.json.devCode });
    const bea = new Caller(product().url, { Authorization: `Bearer ${json.token}` });
    expect((await bea.get('/api/account/delete')).json).toEqual({ proof: 'code' });
    const used = await bea.post('/api/account/delete', { code: sent.json.devCode });
    expect([used.status, used.json.field]).toEqual([403, 'code']);
    await product().database.connection('paces').delete(); // a minute later
    const again = await nobody.post('/api/auth/send-sms', phone);
    expect((await bea.post('/api/account/delete', { code: again.json.devCode })).status).toBe(200);
    expect((await bea.get('/api/auth/me')).status).toBe(401);
  });

  test('what is paid for ends with the account, and the only admin stays', async () => {
    const ann = await newSomebody(product());
    const { json } = await ann.post('/api/stripe/create-checkout', { tier: 'basic' });
    await fetch(`${json.url.replace('localhost', '127.0.0.1')}/pay`, { method: 'POST', redirect: 'manual' });
    await eventually(async () => (await ann.get('/api/stripe/subscription')).json.status === 'active');
    const admin = await newAdmin(product());
    const refused = await admin.post('/api/account/delete', { password: PASSWORD });
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'This is the only admin. Make another account admin first.',
    ]);
    expect((await ann.post('/api/account/delete', { password: PASSWORD })).status).toBe(200);
    const open = await product()
      .database.connection('subscriptions')
      .where({ uid: ann.uid })
      .whereNot({ state: 'ended' });
    expect(open).toEqual([]);
  });

  describe('a deletion that is cut off', () => {
    const statusOf = async (uid: string) =>
      (await new Caller(product().url, { Authorization: `Bearer ${tokenOf(uid)}` }).get('/api/auth/me')).status;
    const remove = (uid: string) => product().running.container.get(DeleteAccount).deleteAsOwner(uid);

    /** What the next sweep of another process finds to do, ten minutes later. */
    const sweep = async (at: number) => {
      const clock = new FixedClock(at);
      const over = new AbortController();
      const sweeping = freshDeletion(product(), clock).resumeUnfinished(over.signal);
      await clock.advance(60_000);
      await eventually(() => clock.sleeping > 0);
      over.abort();
      await sweeping;
      await freshCancelPlans(product(), clock).sweep(new AbortController().signal);
      await product().running.container.get(BlobReferences).sweep(new AbortController().signal);
    };

    test.each([
      ['before it is asked what is paid for', /insert into `plan_cancellations`/, 1],
      ['before the account is shut', /update `users` set `erased_from`/, 1],
      ['while sessions end', /delete from `sessions`/, 1],
      ['while the key ends', /delete from `user_api_keys`/, 1],
    ])('%s has done nothing, and can be asked for again', async (_, statement, nth) => {
      const uid = await furnished(product());
      expect(await killedAt(product().database, statement, nth, () => remove(uid))).toBe(true);
      expect([await statusOf(uid), await keptBytes(product(), hashesOf(uid))]).toEqual([200, hashesOf(uid)]);
      await remove(uid);
      expect([
        await statusOf(uid),
        await mentions(product().database, uid),
        await keptBytes(product(), hashesOf(uid)),
      ]).toEqual([401, [], []]);
    });

    test.each([
      ['while replies are stopped', /from `replies` where `status`/, 1],
      ['while it is asked what is paid for', /from `subscriptions`/, 1],
      ['before the first file', /from `files` where `owner_id`/, 1],
      ['between a file and the next', /delete from `files`/, 2],
      ['before the bytes of a file', /`uses`/, 3],
      ['between a chat and the next', /delete from `chats`/, 2],
      ['before replies without a chat', /delete from `replies` where `owner`/, 1],
      ['before the ledger', /update `ledger`/, 1],
      ['with the account itself', /delete from `users`/, 1],
    ])('%s has shut the account, and the next sweep ends it with nothing left', async (_, statement, nth) => {
      const uid = await furnished(product());
      expect(await killedAt(product().database, statement, nth, () => remove(uid))).toBe(true);
      expect([await statusOf(uid), (await mentions(product().database, uid)).includes('users.uid')]).toEqual([
        401,
        true,
      ]);
      await sweep(Date.now() + 60_000); // whoever began it may still be at it
      expect(await mentions(product().database, uid)).toContain('users.uid');
      await sweep(Date.now() + 660_000);
      expect([await mentions(product().database, uid), await keptBytes(product(), hashesOf(uid))]).toEqual([[], []]);
    });
  });
});
