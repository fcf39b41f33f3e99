import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { jest } from '@jest/globals';

import { parseChart, writeChartBlock } from '../../../../src/shared/chart.ts';
import { newAdmin } from '../../../product/admin.ts';
import { type Caller, eventually, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson } from '../../../product/premium.ts';
import { Speaker } from '../../../product/speaker.ts';
import { streamsText } from '../../../vendors/openai-server.ts';

jest.setTimeout(60_000);

const REVISIONS = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const;
type Mode = (typeof REVISIONS)[number][1];

const MANUAL = [
  '# Pump',
  'The pump is filled with clean water before the first start.',
  '## Guarantee',
  'The guarantee covers the pump and its motor for 36 months from the day of purchase.',
  '## Winter',
  `Below zero degrees the pump has to be emptied. ${'It is dark there. '.repeat(60)}`,
].join('\n\n');

const textOf = ({ content }: { readonly content: unknown }): string =>
  (content as { readonly text: string }[]).map(({ text }) => text).join('\n');

describeProduct({ env: { APP_URL: 'https://chat.example.org', SANDBOX: 'on' } }, (product) => {
  let person: Caller & { readonly email: string; readonly token: string };
  let key: string;
  let fileId: string;
  const clients: Client[] = [];

  const makeKey = async (scope: string, owner: Caller = person) =>
    String((await owner.post('/api/account/api-keys', { name: scope, scope })).json.secret);

  const connect = async (mode: Mode, bearer = key, headers: Readonly<Record<string, string>> = {}) => {
    const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${bearer}`, ...headers } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${product().url}/mcp`), { requestInit }));
    clients.push(client);
    return client;
  };
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    person
      .with({ Authorization: `Bearer ${key}`, Accept: 'application/json, text/event-stream', ...headers })
      .post('/mcp', body);
  const used = async () => (await person.get('/api/ai/usage')).json.daily.used as number;

  beforeAll(async () => {
    ({ person } = await newPremiumPerson(product()));
    key = await makeKey('tools');
    const form = new FormData();
    form.set('enableEmbedding', 'true');
    form.set('file', new Blob([MANUAL]), 'manual.md');
    const uploaded = await fetch(`${product().url}/api/files/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${person.token}` },
      body: form,
    });
    fileId = (JSON.parse(await uploaded.text()) as { file: { id: string } }).file.id;
    await eventually(async () => {
      const { files } = (await person.get('/api/files')).json;
      return files[0].embeddingStatus === 'completed';
    });
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  describe.each(REVISIONS)('a client of revision %s', (revision, mode) => {
    let client: Client;
    const call = (name: string, args: Readonly<Record<string, unknown>> = {}) =>
      client.callTool({ name, arguments: { ...args } });
    const result = async (name: string, args: Readonly<Record<string, unknown>> = {}) =>
      (await call(name, args)).structuredContent;

    beforeAll(async () => {
      client = await connect(mode);
    });

    test('sees the tools with their schemas, and which of them only read', async () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      const { tools } = await client.listTools();
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['search_files', true],
        ['read_passage', true],
        ['ask_model', false],
        ['list_chats', true],
        ['read_chat', true],
      ]);
      for (const { inputSchema, outputSchema } of tools) {
        expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
        expect(outputSchema).toMatchObject({ type: 'object', required: expect.any(Array) });
      }
    });

    test('finds passages of the person’s files and reads on around one', async () => {
      const found = await result('search_files', { query: 'How long is the guarantee?', limit: 3 });
      const passages = (found as { passages: { passage: number; text: string; file: string }[] }).passages;
      const hit = passages.find(({ text }) => text.includes('36 months'));
      expect(hit).toMatchObject({ fileId, file: 'manual.md', page: null, heading: expect.any(String), cut: false });
      const read = await result('read_passage', { fileId, passage: hit?.passage, before: 5, after: 5 });
      const text = (read as { passages: { text: string }[] }).passages.map((passage) => passage.text).join('\n');
      expect(read).toMatchObject({ fileId, file: 'manual.md' });
      expect(text).toContain('clean water');
      expect(text).toContain('Below zero degrees');
      expect(await result('search_files', { query: 'pump', fileIds: [fileId] })).toMatchObject({
        passages: expect.arrayContaining([expect.objectContaining({ fileId })]),
      });
    });

    test('asks a model, which counts as a message and is kept in no chat', async () => {
      const before = await used();
      const speaker = new Speaker();
      product().modelServer.enqueue(speaker.plan);
      const progress: (string | undefined)[] = [];
      const asked = client.callTool(
        { name: 'ask_model', arguments: { question: 'What is 2 + 2?', model: 'llama-3.3-70b-versatile' } },
        { onprogress: ({ message }) => void progress.push(message) },
      );
      await speaker.say('Four');
      await eventually(() => progress.length === 1); // while the model still writes
      await speaker.say('.');
      await speaker.end();
      expect((await asked).structuredContent).toEqual({
        model: 'llama-3.3-70b-versatile',
        answer: 'Four.',
        complete: true,
      });
      expect(progress).toEqual(['Four']);
      expect(await used()).toBe(before + 1);
      const { messages } = product().modelServer.completions().at(-1)?.body as { messages: unknown };
      expect(messages).toEqual([{ role: 'user', content: 'What is 2 + 2?' }]);
      product().modelServer.enqueue(streamsText('The plan’s own.'));
      expect(await result('ask_model', { question: 'Who?' })).toMatchObject({ answer: 'The plan’s own.' });
    });

    test('that cancels closes the connection to the model, and the use stays counted', async () => {
      const speaker = new Speaker();
      product().modelServer.enqueue(speaker.plan);
      const abort = new AbortController();
      const asked = client
        .callTool({ name: 'ask_model', arguments: { question: 'Go on' } }, { signal: abort.signal })
        .catch((error: unknown) => error);
      await speaker.say('So much');
      abort.abort();
      const request = await speaker.asked;
      await request.closed;
      expect(request.isAborted).toBe(true);
      expect(await asked).toBeInstanceOf(Error);
    });

    test('lists chats and reads the path that is shown, in pages', async () => {
      const chatId = newId();
      const data = { type: 'pie', title: 'Pumps', labels: ['Old', 'New'], series: [{ name: 'Sold', values: [1, 2] }] };
      const chart = writeChartBlock(parseChart(data));
      for (const [messageId, text] of [
        ['m1', 'Turbines, please'],
        ['m2', `Pumps, please\n\n${chart}`],
      ] as const)
        await (await person.ask(text, { chatId, messageId })).whole();
      const listed = await result('list_chats', { limit: 1 });
      expect(listed).toMatchObject({ chats: [{ chatId, messages: 4 }], next: expect.any(String) });
      await eventually(async () => {
        const { chats } = (await result('list_chats', { query: 'turbines' })) as { chats: { chatId: string }[] };
        return chats.some((chat) => chat.chatId === chatId);
      });
      const first = await result('read_chat', { chatId, limit: 3 });
      expect(first).toMatchObject({ chatId, next: 3 });
      expect((first as { messages: object[] }).messages).toMatchObject([
        { number: 0, role: 'user', text: 'Turbines, please', cut: false },
        { number: 1, role: 'assistant', text: 'You said: Turbines, please', status: 'complete' },
        { number: 2, role: 'user' },
      ]);
      const rest = await result('read_chat', { chatId, from: 3 });
      expect(rest).toMatchObject({
        messages: [
          {
            number: 3,
            text: expect.stringMatching(
              /^You said: Pumps, please\n\n\*\*Pumps\*\*\n\n\*Pie chart\*\n\n\|  \| Sold \|\n/,
            ),
          },
        ],
        next: null,
      });
    });

    test.each<[string, string, object, RegExp]>([
      ['an empty query', 'search_files', { query: ' ' }, /query/],
      ['a missing question', 'ask_model', {}, /question/],
      ['an unknown model', 'ask_model', { question: 'x', model: 'no-such-model' }, /^model: .*not available/],
      ['somebody else’s file', 'read_passage', { fileId: 'not-mine', passage: 0 }, /^fileId: File not found$/],
      ['a passage too far', 'read_passage', { passage: 999 }, /^passage: The file has passages from 0 to \d+$/],
      ['no chat', 'read_chat', { chatId: 'not-mine' }, /^chatId: Chat not found$/],
    ])('is told of %s in plain words', async (_what, name, args, words) => {
      const answer = await call(name, name === 'read_passage' ? { fileId, ...args } : { ...args });
      expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(words)]);
    });

    test('is told when the messages of the day are used, and the other tools go on', async () => {
      const { person: other } = await newPremiumPerson(product());
      const uid = String((await other.get('/api/auth/me')).json.user.uid);
      const limits = { dailyMessages: 1, moonshotDaily: 1 };
      const admin = await newAdmin(product());
      await admin.post(`/api/admin/user/${uid}/limits`, { limits, reason: 'a test' });
      await eventually(async () => (await other.get('/api/ai/usage')).json.daily.limit === 1);
      await (await other.ask('Hello', { chatId: newId(), messageId: 'm1' })).whole();
      const limited = await connect(mode, await makeKey('tools', other));
      const answer = await limited.callTool({ name: 'ask_model', arguments: { question: 'Hello' } });
      expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(/messages of the day are used/)]);
      expect((await limited.callTool({ name: 'list_chats', arguments: {} })).isError).toBeFalsy();
    });

    test.each(['chat', 'read'])('is refused with a key of the scope %s', async (scope) => {
      await expect(connect(mode, await makeKey(scope))).rejects.toThrow();
    });

    test('may have a key for everything', async () => {
      expect((await (await connect(mode, await makeKey('all'))).listTools()).tools).toHaveLength(5);
    });
  });

  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  test('who has no key, an expired one, no plan or a suspended account is refused', async () => {
    const refusal = async (bearer: string) => {
      const { status, json } = await post(LIST, { Authorization: bearer });
      return [status, json?.code];
    };
    expect(await refusal('')).toEqual([401, 'UNAUTHORIZED']);
    expect((await refusal(`Bearer ${key}x`))[0]).toBe(401);
    const plain = await newPerson(product().url);
    expect(await refusal(`Bearer ${plain.token}`)).toEqual([403, 'SUBSCRIPTION_REQUIRED']);
    const { person: other } = await newPremiumPerson(product());
    const theirs = `Bearer ${await makeKey('tools', other)}`;
    expect((await refusal(theirs))[0]).toBe(200);
    const { connection } = product().database;
    await connection('user_api_keys')
      .where({ id: theirs.split('_')[1] })
      .update({ expires_at: 1 });
    expect((await refusal(theirs))[0]).toBe(401);
    const last = `Bearer ${await makeKey('tools', other)}`;
    await connection('users').where({ email: other.email }).update({ suspended_at: 1 });
    expect((await refusal(last))[0]).toBe(401);
  });

  test('a page of another site is refused, as its name may lead here by DNS rebinding', async () => {
    expect((await post(LIST, { Origin: 'https://chat.example.org' })).status).toBe(200);
    for (const origin of ['https://evil.example', 'http://chat.example.org', 'null'])
      expect([origin, (await post(LIST, { Origin: origin })).status]).toEqual([origin, 403]);
  });

  test('too large bodies, batches, broken JSON and other methods are refused; no stream stays open', async () => {
    expect((await post({ ...LIST, params: { padding: 'x'.repeat(600_000) } })).status).toBe(413);
    expect((await post([LIST, LIST])).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    const byKey = person.with({ Authorization: `Bearer ${key}` });
    expect((await byKey.get('/mcp')).status).toBe(405);
    expect((await byKey.send('DELETE', '/mcp')).status).toBe(405);
    const client = await connect({ pin: '2026-07-28' });
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/limit/i);
  });

  test('an unexpected failure tells an id and nothing else', async () => {
    const client = await connect('legacy');
    await product().database.connection.schema.renameTable('reservations', 'hidden');
    const answer = await client.callTool({ name: 'ask_model', arguments: { question: 'Hello' } });
    await product().database.connection.schema.renameTable('hidden', 'reservations');
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(/^Internal error \([\w-]{21}\)$/)]);
  });
});
