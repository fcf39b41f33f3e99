import { jest } from '@jest/globals';

import { LedgerStore } from '../../../../src/domain/billing/ports.ts';
import { eventually, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { setPlan } from '../../../product/premium.ts';
import { streamsText } from '../../../vendors/openai-server.ts';

jest.setTimeout(60_000);

const MANUAL = [
  '# Pump',
  'The pump is filled with clean water before the first start.',
  '## Guarantee',
  'The guarantee covers the pump and its motor for 36 months from the day of purchase.',
  '## Winter',
  'Below zero degrees the pump has to be emptied.',
].join('\n\n');

/** Too long to be given whole. */
const APPENDIX = Array.from(
  { length: 150 },
  (_, at) => `\n## Appendix ${at + 1}\n\n${'Nothing more is to be seen in this place of it. '.repeat(17)}\n`,
).join('');

// Files are embedded by the local embeddings, and vectors are kept in the database.
describeProduct({}, (product) => {
  const newReader = async () => {
    const person = await newPerson(product().url);
    await setPlan(product(), person.email, 'premium');
    const upload = async (path: string, name: string, text: string, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([text]), name);
      const answer = await fetch(product().url + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${person.token}` },
        body: form,
      });
      const json = JSON.parse(await answer.text());
      if (answer.status !== 201) throw new Error(`upload answered ${answer.status}: ${JSON.stringify(json)}`);
      return String(json.file?.id ?? json.id);
    };
    const embedded = async (id: string) =>
      eventually(async () => {
        const { files } = (await person.get('/api/files')).json;
        const file = files.find((one: { id: string }) => one.id === id);
        return file.embeddingStatus !== 'pending' && file;
      });
    return { person, upload, embedded };
  };

  test('a kept file is embedded in the background, and answers cite it, live and after a reload', async () => {
    const { person, upload, embedded } = await newReader();
    const id = await upload('/api/files/upload', 'manual.md', `${MANUAL}\n${APPENDIX}`, { enableEmbedding: 'true' });
    expect(await embedded(id)).toMatchObject({ embeddingStatus: 'completed', embedded: true, embeddingError: null });
    const wording = 'The motor is covered by the guarantee for so many months';
    product().modelServer.enqueue(streamsText(`{"question": "", "wordings": ["${wording}"], "terms": []}`));
    product().modelServer.enqueue(streamsText('It is covered for 36 months [1].'));
    const chatId = newId();
    const stream = await person.ask('How long does the guarantee cover the motor?', {
      chatId,
      messageId: 'q1',
      fileIds: [id],
    });
    await stream.whole();
    const order = stream.frames.map(({ event }) => event);
    expect(order.indexOf('sources')).toBeGreaterThan(0);
    expect(order.indexOf('sources')).toBeLessThan(order.indexOf(undefined));
    const [{ sources }] = stream.said('sources') as [{ sources: { url: string; title: string; snippet: string }[] }];
    expect(sources.map(({ title }) => title)).toContain('manual.md › Guarantee');
    expect(sources[0]).toMatchObject({ url: `/?file=${id}` });
    const asked = product().modelServer.completions().at(-1)?.body['messages'] as { role: string; content: string }[];
    expect(asked[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('36 months from the day of purchase'),
    });
    const kept = await eventually(async () => {
      const [, answer] = (await person.chat(chatId)).json.messages;
      return answer.status === 'complete' && answer;
    });
    expect(kept.details).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ url: `/?file=${id}` })]),
      citations: { checked: 1 },
    });
    expect((await person.chat(chatId)).json.messages[0]).toMatchObject({ fileIds: [id] });
    const { retrieval } = (await person.get(`/api/ai/replies/${stream.replyId}/retrieval`)).json;
    expect(retrieval).toMatchObject({
      query: 'How long does the guarantee cover the motor?',
      vectors: true,
      files: [{ fileId: id, how: 'passages' }],
    });
    expect(retrieval.wordings).toEqual([
      { kind: 'question', text: 'How long does the guarantee cover the motor?' },
      { kind: 'reworded', text: wording },
    ]);
    const uid = String((await person.get('/api/auth/me')).json.user.uid);
    const lines = await product().running.container.get(LedgerStore).listByOwner(`user:${uid}`, 0);
    expect(lines.filter(({ purpose }) => purpose === 'rewording')).toHaveLength(1);
    expect(retrieval.considered[0]).toMatchObject({
      fileId: id,
      fileName: 'manual.md',
      heading: expect.stringContaining('Guarantee'),
      keywordRank: 1,
      given: true,
    });
    expect(await embedded(id)).toMatchObject({ accessCount: 1 });
  });

  test('why an answer came about is nobody else’s to know', async () => {
    const { person, upload } = await newReader();
    const id = await upload('/api/ai/upload', 'note.txt', 'The code of the gate is 4711.');
    product().modelServer.enqueue(streamsText('It is 4711 [1].'));
    const stream = await person.ask('What is the code?', { fileId: id });
    await stream.whole();
    const path = `/api/ai/replies/${stream.replyId}/retrieval`;
    expect((await person.get(path)).json.retrieval.files).toEqual([
      { fileId: id, fileName: 'note.txt', how: 'whole', note: '', given: 1, total: 1 },
    ]);
    const other = await newPerson(product().url);
    expect([(await other.get(path)).status, (await other.get('/api/ai/replies/unknown/retrieval')).status]).toEqual([
      404, 404,
    ]);
    expect((await other.get(path)).json).toEqual((await other.get('/api/ai/replies/unknown/retrieval')).json);
  });

  test('another person’s file is unknown to model and agent alike, and more than five are refused', async () => {
    const { upload } = await newReader();
    const secret = await upload('/api/ai/upload', 'secret.txt', 'The code of the gate is 4711.');
    const { person } = await newReader();
    const before = product().modelServer.completions().length;
    for (const fileIds of [[secret], ['unknown'], [`${secret}' OR '1'='1`]]) {
      const plain = await person.post('/api/ai/groq', {
        messages: [{ role: 'user', content: 'What is the code?' }],
        fileIds,
        stream: false,
      });
      const agent = await person.post('/api/agent/stream', { message: 'What is the code?', fileIds, stream: false });
      for (const answer of [plain, agent])
        expect([answer.status, answer.json]).toEqual([404, { error: 'File not found' }]);
    }
    const many = await person.post('/api/ai/groq', {
      messages: [{ role: 'user', content: 'Hi' }],
      fileIds: ['1', '2', '3', '4', '5', '6'],
      stream: false,
    });
    expect([many.status, many.json.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await person.post('/api/agent/stream', { message: ' ', stream: false })).status).toBe(400);
    expect(product().modelServer.completions()).toHaveLength(before);
    expect((await person.get('/api/ai/usage')).json.daily.used).toBe(0);
  });

  test('a deleted file leaves no chunk, vector or job', async () => {
    const { person, upload, embedded } = await newReader();
    const id = await upload('/api/files/upload', 'gone.md', MANUAL, { enableEmbedding: 'true' });
    await embedded(id);
    const { connection } = product().database;
    const left = async () =>
      Promise.all(
        ['file_chunks', 'chunk_vectors', 'vector_blocks', 'embedding_jobs'].map(
          async (table) => (await connection(table).where({ file_id: id })).length > 0,
        ),
      );
    expect(await left()).toEqual([true, true, true, true]);
    expect((await person.send('DELETE', `/api/files/${id}`)).status).toBe(200);
    expect(await left()).toEqual([false, false, false, false]);
    expect(
      (await person.post('/api/ai/groq', { messages: [{ role: 'user', content: 'Hi' }], fileIds: [id], stream: false }))
        .status,
    ).toBe(404);
  });

  test('a deleted file leaves none of its words in replies, in their streams or in how they came about', async () => {
    const { person, upload } = await newReader();
    const id = await upload('/api/ai/upload', 'gate.txt', 'The code of the gate is 4711.');
    product().modelServer.enqueue(streamsText('I have read it [1].'));
    const chatId = newId();
    const stream = await person.ask('What is the code?', { chatId, messageId: 'q1', fileId: id });
    await stream.whole();
    const seen = async () => {
      const answers = [
        person.chat(chatId),
        person.get(`/api/ai/replies/${stream.replyId}/retrieval`),
        person.get(`/api/ai/replies/${stream.replyId}/stream`),
        person.get('/api/progress'),
      ];
      return (await Promise.all(answers)).map(({ text }) => text);
    };
    const stored = await eventually(async () => {
      const [, answer] = (await person.chat(chatId)).json.messages;
      return answer.status === 'complete' && answer;
    });
    expect(stored.details.sources[0]).toMatchObject({ title: 'gate.txt', snippet: expect.stringContaining('4711') });
    expect((await seen()).map((text) => /4711|gate\.txt/.test(text))).toEqual([true, true, true, true]);
    expect((await person.send('DELETE', `/api/files/${id}`)).status).toBe(200);
    expect((await seen()).map((text) => /4711|gate\.txt/.test(text))).toEqual([false, false, false, false]);
    const [, left] = (await person.chat(chatId)).json.messages;
    expect(left.details.sources[0]).toMatchObject({ title: 'Deleted file', snippet: '', url: `/?file=${id}` });
    expect(left.content).toBe('I have read it [1].');
  });

  test('nor in a reply that is still being written when its file goes', async () => {
    const { person, upload } = await newReader();
    const id = await upload('/api/ai/upload', 'vault.txt', 'The code of the vault is 8153.');
    const file = { gone: () => undefined as void };
    const isGone = new Promise<void>((resolve) => void (file.gone = resolve));
    product().modelServer.enqueue(async (wire, ...rest) => {
      await isGone;
      await streamsText('I have read it [1].')(wire, ...rest);
    });
    const chatId = newId();
    const stream = await person.ask('What is the code?', { chatId, messageId: 'q1', fileId: id });
    expect((await person.send('DELETE', `/api/files/${id}`)).status).toBe(200);
    file.gone();
    await stream.whole();
    const answers = [
      person.chat(chatId),
      person.get(`/api/ai/replies/${stream.replyId}/retrieval`),
      person.follow(stream.replyId).then((again) => again.whole()),
    ];
    for (const said of await Promise.all(answers)) expect(JSON.stringify(said)).not.toMatch(/8153|vault\.txt/);
    const [, left] = (await person.chat(chatId)).json.messages;
    expect(left).toMatchObject({ status: 'complete', details: { sources: [{ title: 'Deleted file', snippet: '' }] } });
  });

  test('embedding by a program of our own costs nothing and is in no ledger', async () => {
    const { person, upload, embedded } = await newReader();
    await embedded(await upload('/api/files/upload', 'free.txt', 'Free text.', { enableEmbedding: 'true' }));
    const uid = String((await person.get('/api/auth/me')).json.user.uid);
    expect(await product().running.container.get(LedgerStore).listByOwner(`user:${uid}`, 0)).toEqual([]);
  });
});
