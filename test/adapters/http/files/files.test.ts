import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ServiceIdentifier } from 'inversify';
import sharp from 'sharp';

import { AllSettings } from '../../../../src/domain/kernel/settings.ts';
import { SweepFiles } from '../../../../src/domain/files/sweep-files.ts';
import { DEFAULT_STORAGE_LIMITS } from '../../../../src/shared/settings/storage-limits.ts';
import { DEFAULT_VISION } from '../../../../src/shared/settings/vision.ts';
import { LedgerStore } from '../../../../src/domain/billing/ports.ts';
import { type Answer, type Caller, eventually, newId, newPerson, newStranger } from '../../../product/client.ts';
import { newAdmin } from '../../../product/admin.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { docxBomb, docxOf, encryptedPdf, BILLION_LAUGHS, pdfOf, pngBomb } from '../../../support/documents.ts';
import { respondsWithError, streamsText } from '../../../vendors/openai-server.ts';

const SEEING = 'meta-llama/llama-4-scout-17b-16e-instruct';
const MB = 1024 * 1024;
const never = new AbortController().signal;

type Content = string | Uint8Array;
const sending = async (
  who: Caller,
  path: string,
  parts: readonly (readonly [name: string, value: string | { content: Content; name: string }])[],
): Promise<Answer> => {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else
      form.append(
        name,
        new Blob([typeof value.content === 'string' ? value.content : Uint8Array.from(value.content)]),
        value.name,
      );
  }
  const response = await fetch(who.url + path, { method: 'POST', headers: who.headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) };
};
const attach = (who: Caller, name: string, content: Content) =>
  sending(who, '/api/ai/upload', [['file', { content, name }]]);
const keep = (who: Caller, name: string, content: Content, fields: Readonly<Record<string, string>> = {}) =>
  sending(who, '/api/files/upload', [...Object.entries(fields), ['file', { content, name }]]);
const invalid = (error: unknown, field: string) => ({ error, code: 'VALIDATION_ERROR', field });

const photo = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#c80a0a' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ann of 7 Secret Street' } })
    .toBuffer();

describeProduct({ upstream: { models: ['moonshotai/kimi-k2-instruct', SEEING] } }, (product) => {
  let ann: Caller;
  let bob: Caller;
  let free: Caller;
  const get = <T>(token: ServiceIdentifier<T>): T => product().running.container.get(token);
  const sweeper = () => product().running.container.get(SweepFiles);
  const uidOf = async (person: Caller): Promise<string> => (await person.get('/api/auth/me')).json.user.uid;
  const onPlan = async (tier: string): Promise<Caller> => {
    const person = await newPerson(product().url);
    await product()
      .database.connection('users')
      .where({ uid: await uidOf(person) })
      .update({ subscription: tier });
    return person;
  };
  const folder = () => product().running.context.config.DATA_DIR;
  const uploadsLeft = () => readdirSync(join(folder(), 'uploads'));
  const bytesLeft = () =>
    readdirSync(join(folder(), 'blobs'), { recursive: true }).filter((path) => /[0-9a-f]{64}$/.test(String(path)))
      .length;

  beforeAll(async () => {
    [ann, bob] = [await onPlan('basic'), await onPlan('basic')];
    free = await newPerson(product().url);
  }, 60_000);
  afterEach(async () => {
    expect((await ann.get('/healthz')).json).toEqual({ alive: true });
    expect(uploadsLeft()).toEqual([]);
  });

  test('a file is attached to a chat, read back by its owner as base64, and expires', async () => {
    const sent = await attach(ann, 'dir/notes.txt', 'Größe: 5');
    expect([sent.status, sent.json]).toEqual([
      201,
      { id: expect.any(String), name: 'notes.txt', type: 'text/plain', size: 10, expiresAt: expect.any(String) },
    ]);
    expect(Date.parse(sent.json.expiresAt) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    const read = await ann.get(`/api/ai/files/${sent.json.id}`);
    expect([read.status, read.json]).toEqual([
      200,
      {
        id: sent.json.id,
        name: 'notes.txt',
        type: 'text/plain',
        size: 10,
        content: Buffer.from('Größe: 5').toString('base64'),
      },
    ]);
    expect(read.headers.get('Content-Type')).toContain('application/json');
    expect((await ann.get('/api/files')).json.files).toEqual([]);
  });

  test('a file of somebody else is the same as an unknown or an expired one', async () => {
    const { id } = (await keep(ann, 'mine.txt', 'mine')).json.file;
    const { id: old } = (await attach(ann, 'old.txt', 'old')).json;
    await product().database.connection('files').where({ id: old }).update({ expires_at: 1 });
    const unknown = [404, { error: 'File not found' }];
    for (const [who, wanted] of [
      [bob, id],
      [ann, newId()],
      [ann, old],
      [bob, old],
    ] as const) {
      const answers = await Promise.all([
        who.get(`/api/ai/files/${wanted}`),
        who.get(`/api/ai/files/${wanted}?content=text`),
        // An expired file still takes its place until it is swept, so its owner may delete it.
        ...(wanted === old && who === ann ? [] : [who.send('DELETE', `/api/files/${wanted}`)]),
        who.post(`/api/files/${wanted}/re-embed`),
        who.post('/api/external/process-image', { fileId: wanted, fileName: 'a.png', mimeType: 'image/png' }),
      ]);
      for (const { status, json } of answers) expect([status, json]).toEqual(unknown);
    }
    expect((await ann.get(`/api/ai/files/${id}`)).status).toBe(200);
  });

  test('a permanent file has description, tags and a place in the list, and is deleted with its bytes', async () => {
    const carl = await onPlan('premium');
    const before = bytesLeft();
    const text = `unique ${newId()}`;
    const sent = await keep(carl, 'plan.md', text, {
      description: ' The plan ',
      tags: 'work, Größe',
      enableEmbedding: 'false',
    });
    const file = {
      id: expect.any(String),
      name: 'plan.md',
      size: text.length,
      type: 'text/markdown',
      description: 'The plan',
      tags: ['work', 'Größe'],
      embedded: false,
      embeddingStatus: 'disabled',
      chunkCount: 0,
      accessCount: 0,
      embeddingError: null,
      embeddingFailingSince: null,
      createdAt: expect.any(String),
      purpose: 'permanent',
      reading: null,
      embedding: null,
      expiresAt: null,
    };
    expect([sent.status, sent.json]).toEqual([201, { success: true, file }]);
    const waiting = await keep(carl, 'todo.txt', text, { enableEmbedding: 'true' });
    expect(['pending', 'completed']).toContain(waiting.json.file.embeddingStatus);
    const page = await carl.get('/api/files?search=PLAN&tag=work&embedded=false');
    expect([page.status, page.json]).toEqual([
      200,
      {
        files: [file],
        usage: { totalFiles: 2, totalSize: 2 * text.length, maxFiles: 1000, maxSize: 5000 * MB, maxFileSize: 50 * MB },
        pagination: { page: 1, limit: 20, total: 1, pages: 1 },
        tags: ['Größe', 'work'],
        mayUpload: true,
      },
    ]);
    expect((await carl.get('/api/files?page=2&limit=1')).json).toMatchObject({
      files: [{ name: 'plan.md' }],
      pagination: { page: 2, limit: 1, total: 2, pages: 2 },
    });
    expect(bytesLeft()).toBe(before + 1);
    for (const { id } of [sent.json.file, waiting.json.file]) {
      const deleted = await carl.send('DELETE', `/api/files/${id}`);
      expect([deleted.status, deleted.json]).toEqual([200, { success: true }]);
    }
    expect([(await carl.get('/api/files')).json.usage, bytesLeft()]).toEqual([
      expect.objectContaining({ totalFiles: 0, totalSize: 0 }),
      before,
    ]);
    expect((await carl.send('DELETE', `/api/files/${sent.json.file.id}`)).status).toBe(404);
  });

  test('a file’s text is told to its owner, the beginning of a long one, or why there is none', async () => {
    const read = async (name: string, content: Content) =>
      ann.get(`/api/ai/files/${(await keep(ann, name, content)).json.file.id}?content=text`);
    const letter = await read('letter.docx', docxOf(['# Rent', 'It is due monthly.']));
    expect([letter.status, letter.json]).toEqual([
      200,
      expect.objectContaining({
        name: 'letter.docx',
        content: '',
        text: {
          blocks: [
            { kind: 'heading', text: 'Rent', level: 1, page: null },
            { kind: 'text', text: 'It is due monthly.', level: 0, page: null },
          ],
          cut: false,
        },
      }),
    ]);
    expect((await read('prices.csv', 'fruit;price\napple;2')).json.text).toEqual({
      blocks: [{ kind: 'table', text: 'fruit | price\napple | 2', level: 0, page: null }],
      cut: false,
    });
    const { text } = (await read('long.txt', `${'word '.repeat(30_000)}\n\nthe end`)).json;
    expect([text.cut, text.blocks.map((block: { text: string }) => block.text.length)]).toEqual([true, [100_000]]);
    const scan = await read('scan.pdf', pdfOf([[]]));
    expect([scan.status, scan.json]).toEqual([400, invalid(expect.stringContaining('no text'), 'file')]);
  });

  test('a list refuses pages and filters that are none', async () => {
    for (const query of ['page=0', 'limit=101', 'limit=x', 'embedded=maybe', `search=${'x'.repeat(201)}`]) {
      expect((await ann.get(`/api/files?${query}`)).json).toEqual(
        expect.objectContaining({ code: 'VALIDATION_ERROR', field: query.split('=')[0] }),
      );
    }
  });

  test('a file without an id is told in words', async () => {
    for (const path of ['/api/files', '/api/files/', '/api/files/%20']) {
      const answer = await ann.send('DELETE', path);
      expect([answer.status, answer.json.error]).toEqual([400, 'File ID is required for deletion']);
    }
    for (const path of ['/api/files/re-embed', '/api/files//re-embed', '/api/files/%20/re-embed']) {
      const answer = await ann.post(path);
      expect([answer.status, answer.json.error]).toEqual([400, 'File ID is required for re-embedding']);
    }
  });

  test('embedding anew answers 202, and 409 while it is under way', async () => {
    const { id } = (await keep(ann, 'again.txt', 'again', { enableEmbedding: 'false' })).json.file;
    await product()
      .database.connection('files')
      .where({ id })
      .update({ embedding_status: 'failed', embedding_error: 'why' });
    const asked = await ann.post(`/api/files/${id}/re-embed`);
    expect([asked.status, asked.json]).toEqual([
      202,
      { success: true, file: expect.objectContaining({ id, embeddingStatus: 'pending', embeddingError: null }) },
    ]);
    await product().database.connection('files').where({ id }).update({ embedding_status: 'pending' });
    const again = await ann.post(`/api/files/${id}/re-embed`);
    expect([again.status, again.json]).toEqual([409, { error: 'The file is being embedded' }]);
  });

  test('plans and addresses: who may send what', async () => {
    const stranger = await newStranger(product().url);
    const image = await photo();
    expect((await attach(free, 'cat.jpg', image)).status).toBe(201);
    const refused = [
      await attach(free, 'notes.txt', `${'<!---->'.repeat(60)}x`),
      await keep(free, 'cat.jpg', image),
      await attach(stranger, 'cat.jpg', image),
      await stranger.post('/api/external/process-image', {
        imageData: image.toString('base64'),
        fileName: 'cat.jpg',
        mimeType: 'image/jpeg',
      }),
    ];
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual([
      [403, 'SUBSCRIPTION_REQUIRED'],
      [403, 'SUBSCRIPTION_REQUIRED'],
      [403, 'EMAIL_VERIFICATION_REQUIRED'],
      [403, 'EMAIL_VERIFICATION_REQUIRED'],
    ]);
    expect((await free.get('/api/files')).json).toMatchObject({
      mayUpload: false,
      usage: { maxFiles: 5, maxSize: 25 * MB, maxFileSize: 5 * MB },
    });
  });

  test('an account whose plan has ended reads and deletes what it has', async () => {
    const dora = await onPlan('basic');
    const { id } = (await keep(dora, 'old plan.txt', 'text')).json.file;
    await product()
      .database.connection('users')
      .where({ uid: await uidOf(dora) })
      .update({ subscription: 'free' });
    expect((await dora.get(`/api/ai/files/${id}`)).status).toBe(200);
    expect((await dora.post(`/api/files/${id}/re-embed`)).json.code).toBe('SUBSCRIPTION_REQUIRED');
    expect((await dora.send('DELETE', `/api/files/${id}`)).status).toBe(200);
  });

  test('an admin attaches all kinds, but not as the free plan', async () => {
    const admin = await newAdmin(product());
    expect((await attach(admin, 'notes.txt', 'some words')).status).toBe(201);
    const asFree = admin.with({ 'X-Admin-Override-Enabled': 'true', 'X-Admin-Override-Type': 'free' });
    expect((await attach(asFree, 'notes.txt', 'some words')).json.code).toBe('SUBSCRIPTION_REQUIRED');
  });

  test('images lose what was hidden in them', async () => {
    const image = await photo();
    expect(image.includes('Secret Street')).toBe(true);
    const { id } = (await attach(free, 'cat.jpg', image)).json;
    const kept = Buffer.from((await free.get(`/api/ai/files/${id}`)).json.content, 'base64');
    expect([kept.includes('Secret Street'), (await sharp(kept).metadata()).width]).toEqual([false, 40]);
  });

  test('what cannot be used is refused by name, and the next upload is fine', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const whole = await photo();
    const cases: [string, Content, string][] = [
      ['logo.svg', svg, 'SVG'],
      ['page.html', svg, 'SVG'],
      ['run.exe', 'MZ', 'not taken'],
      ['a.zip', 'PK', 'not taken'],
      ['empty.txt', '', 'empty'],
      ['bomb.png', pngBomb(), '40 million pixels'],
      ['half.jpg', whole.subarray(0, whole.length / 2), 'damaged'],
      ['fake.jpg', 'text', 'content'],
      ['bomb.docx', docxBomb(2000), 'too large'],
      ['lies.docx', docxBomb(2000, 100), 'cannot be read'],
      ['laughs.docx', docxOf(['&l9;'], { declaration: BILLION_LAUGHS }), 'damaged'],
      ['secret.pdf', encryptedPdf(), 'password'],
      ['half.pdf', pdfOf([[{ text: 'Hi' }]]).subarray(0, 100), 'damaged'],
    ];
    for (const [name, content, words] of cases) {
      const answer = await attach(ann, name, content);
      expect([name, answer.status, answer.json]).toEqual([
        name,
        400,
        invalid(expect.stringMatching(`^${name} cannot be used: .*${words}`), 'file'),
      ]);
    }
    expect((await attach(ann, `${'n'.repeat(10_000)}.txt`, 'long name')).json.name).toHaveLength(200);
    expect((await attach(ann, '..\\..\\evil.txt', 'path')).json.name).toBe('evil.txt');
    expect((await attach(ann, 'report.docx', docxOf(['# Title', 'Words.']))).status).toBe(201);
  }, 60_000);

  test('a form that is none, or not as it should be, names what is wrong', async () => {
    const file = { content: 'text', name: 'a.txt' };
    const refusals: [readonly (readonly [string, string | typeof file])[], string][] = [
      [[], 'file'],
      [[['file', 'a text']], 'file'],
      [
        [
          ['file', file],
          ['file', file],
        ],
        'file',
      ],
      [
        [
          ['colour', 'red'],
          ['file', file],
        ],
        'colour',
      ],
      [
        [
          ['tags', Array.from({ length: 21 }, (_, n) => n).join()],
          ['file', file],
        ],
        'tags',
      ],
      [
        [
          ['description', 'x'.repeat(2001)],
          ['file', file],
        ],
        'description',
      ],
      [
        [
          ['enableEmbedding', 'yes'],
          ['file', file],
        ],
        'enableEmbedding',
      ],
      [
        [
          ['description', 'x'.repeat(40_000)],
          ['file', file],
        ],
        'body',
      ],
      [
        [
          ['description', 'a\0b'],
          ['file', file],
        ],
        'description',
      ],
    ];
    for (const [parts, field] of refusals) {
      const answer = await sending(ann, '/api/files/upload', parts);
      expect([field, answer.status, answer.json]).toEqual([field, 400, invalid(expect.any(String), field)]);
    }
    for (const [body, headers] of [
      ['{}', {}],
      ['--x', { 'Content-Type': 'multipart/form-data; boundary=x' }],
      ['', { 'Content-Type': 'multipart/form-data' }],
    ] as const) {
      const answer = await ann.send('POST', '/api/ai/upload', body, headers);
      expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('a file over the plan’s size is 413 with the limit, whether its length is told or not', async () => {
    const told = await attach(free, 'large.png', new Uint8Array(6 * MB));
    expect([told.status, told.json]).toEqual([
      413,
      { error: expect.stringContaining('5 MB'), code: 'VALIDATION_ERROR', field: 'file', limit: 5 * MB },
    ]);
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (wire) => wire.enqueue(Buffer.from(head)),
      pull: (wire) => {
        sent += 1;
        if (sent > 8) wire.close();
        else wire.enqueue(Buffer.alloc(MB, 97));
      },
    });
    const init = {
      method: 'POST',
      headers: { ...free.headers, 'Content-Type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit;
    const untold = await fetch(`${free.url}/api/ai/upload`, init);
    expect([untold.status, ((await untold.json()) as { limit: number }).limit]).toEqual([413, 5 * MB]);
  });

  test('somebody who sends more at once than a message may have waits with the rest, and others do not', async () => {
    const flo = await onPlan('basic');
    const finish: (() => void)[] = [];
    const slow = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (wire) => {
          const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';
          wire.enqueue(Buffer.from(`--x\r\n${head}\r\n\r\nslow`));
          finish.push(() => {
            wire.enqueue(Buffer.from(' text\r\n--x--\r\n'));
            wire.close();
          });
        },
      });
      const init = {
        method: 'POST',
        headers: { ...flo.headers, 'Content-Type': 'multipart/form-data; boundary=x' },
        body,
        duplex: 'half',
      } as RequestInit;
      return fetch(`${flo.url}/api/ai/upload`, init);
    };
    const running = Array.from({ length: 20 }, slow);
    await eventually(() => uploadsLeft().length === 20);
    const [oneMore, other] = [await attach(flo, 'b.txt', 'b'), await attach(ann, 'c.txt', 'c')];
    expect([oneMore.status, oneMore.json.code, other.status]).toEqual([429, 'RATE_LIMITED', 201]);
    for (const end of finish) end();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
    expect((await attach(flo, 'b.txt', 'b')).status).toBe(201);
  });

  test('of two uploads that come at once for the last place one is kept, and an admin’s limits act', async () => {
    const eve = await onPlan('basic');
    const limits = get(AllSettings).of('storage-limits');
    await limits.change({
      ...DEFAULT_STORAGE_LIMITS,
      tiers: { ...DEFAULT_STORAGE_LIMITS.tiers, basic: { maxFileSizeMB: 1, maxTotalStorageMB: 1, maxFiles: 1 } },
      maxFilesPerMessage: 7,
    });
    const ttl = get(AllSettings).of('file-ttl');
    await ttl.change({ chatFiles: { ttlHours: 1 } });
    expect((await eve.get('/api/ai/usage')).json.files).toEqual({ maxPerMessage: 7, maxFileSize: MB });
    const answers = await Promise.all([1, 2, 3].map((n) => attach(eve, `${n}.txt`, `text ${n}`)));
    await limits.change(DEFAULT_STORAGE_LIMITS);
    await ttl.change(ttl.document.defaults);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.json).toEqual({
      error: expect.stringContaining('Delete a file'),
      code: 'USAGE_LIMIT_EXCEEDED',
      message: expect.stringContaining('A higher plan has more'),
      rule: 'files',
      limit: 1,
      used: 1,
    });
    const kept = answers.find(({ status }) => status === 201)?.json;
    expect(Date.parse(kept.expiresAt) - Date.now()).toBeLessThan(3_600_001);
  });

  test('expired files go with their bytes, and the sweep proves it', async () => {
    await sweeper().sweep(never, true);
    const before = bytesLeft();
    const { id } = (await attach(ann, 'soon.txt', `unique ${newId()}`)).json;
    expect(bytesLeft()).toBe(before + 1);
    await product().database.connection('files').where({ id }).update({ expires_at: 1 });
    expect(await sweeper().sweep(never, true)).toEqual({
      files: { removed: 1, left: 0 },
      bytes: { removed: 0, left: 0 },
    });
    expect(bytesLeft()).toBe(before);
  });

  describe('describing an image', () => {
    const wish = (image: Buffer, more: object = {}) => ({
      imageData: image.toString('base64'),
      fileName: 'cat.jpg',
      mimeType: 'image/jpeg',
      ...more,
    });
    const describe_ = (who: Caller, body: object) => who.post('/api/external/process-image', body);

    /** A body of 70 MB whose length is not told; `taken`: how many of them left before the answer came. */
    const endless = async (who: Caller): Promise<{ status: number; json: unknown; taken: number }> => {
      let taken = 0;
      const body = new ReadableStream<Uint8Array>({
        start: (wire) => wire.enqueue(Buffer.from('{"fileName":"a","mimeType":"b","imageData":"')),
        pull: (wire) => {
          taken += 1;
          if (taken > 70) wire.close();
          else wire.enqueue(Buffer.alloc(MB, 97));
        },
      });
      const init = {
        method: 'POST',
        headers: { ...who.headers, 'Content-Type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit;
      const answer = await fetch(`${who.url}/api/external/process-image`, init);
      return { status: answer.status, json: await answer.json(), taken };
    };

    test('asks the model that sees, keeps what it said with the file, and counts it', async () => {
      const zoe = await newPerson(product().url);
      const image = await photo();
      const { id } = (await attach(zoe, 'cat.jpg', image)).json;
      const before = product().modelServer.completions().length;
      await get(AllSettings)
        .of('vision')
        .change({ ...DEFAULT_VISION, model: SEEING });
      product().modelServer.enqueue(streamsText('A red ', 'rectangle.'));
      const answer = await describe_(
        zoe,
        wish(image, { imageData: `data:image/jpeg;base64,${image.toString('base64')}` }),
      );
      expect([answer.status, answer.json]).toEqual([200, { description: 'A red rectangle.' }]);
      const [asked] = product().modelServer.completions().slice(before);
      expect(asked?.body).toMatchObject({
        model: SEEING,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text' },
              { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) } },
            ],
          },
        ],
      });
      expect(
        (await product().database.connection('files').where({ id }).first('vision_description')).vision_description,
      ).toBe('A red rectangle.');
      expect((await describe_(zoe, { fileId: id, fileName: 'cat.jpg', mimeType: 'image/jpeg' })).json).toEqual({
        description: 'A red rectangle.',
      });
      expect(product().modelServer.completions()).toHaveLength(before + 1);
      expect((await zoe.get('/api/ai/usage')).json.vision).toEqual({
        daily: { used: 1, limit: 5 },
        monthly: { used: 1, limit: 20 },
      });
      expect(await get(LedgerStore).listByOwner(`user:${await uidOf(zoe)}`, 0)).toMatchObject([
        { purpose: 'vision', model: SEEING, status: 'complete' },
      ]);
    });

    test('refuses what is no image, used up or off; a failed look keeps the file and costs nothing', async () => {
      const zoe = await newPerson(product().url);
      const image = await photo();
      const { id } = (await attach(zoe, 'cat.jpg', image)).json;
      await get(AllSettings)
        .of('vision')
        .change({ ...DEFAULT_VISION, model: SEEING });
      for (const imageData of ['###', Buffer.from('text').toString('base64'), pngBomb().toString('base64')]) {
        expect((await describe_(zoe, wish(image, { imageData }))).json).toEqual(
          invalid(expect.any(String), 'imageData'),
        );
      }
      expect((await describe_(zoe, { fileName: 'a', mimeType: 'b' })).json).toEqual(
        invalid(expect.any(String), 'imageData'),
      );
      const large = {
        error: expect.stringContaining('5 MB'),
        code: 'VALIDATION_ERROR',
        field: 'imageData',
        limit: 5 * MB,
      };
      const refused = await describe_(zoe, wish(Buffer.alloc(5 * MB + 1)));
      expect([refused.status, refused.json]).toEqual([413, large]);
      const { status, json, taken } = await endless(zoe);
      expect([status, json]).toEqual([413, large]);
      expect(taken).toBeLessThan(30);
      product().modelServer.enqueue(respondsWithError(401, { message: 'no' }));
      const failed = await describe_(zoe, wish(image));
      expect([failed.status, failed.json.code]).toEqual([502, 'AI_SERVICE_AUTH_ERROR']);
      expect([
        (await zoe.get(`/api/ai/files/${id}`)).status,
        (await zoe.get('/api/ai/usage')).json.vision.daily.used,
      ]).toEqual([200, 0]);
      await get(AllSettings)
        .of('vision')
        .change({
          ...DEFAULT_VISION,
          model: SEEING,
          rateLimits: { ...DEFAULT_VISION.rateLimits, free: { daily: 9, monthly: 0 } },
        });
      const usedUp = await describe_(zoe, wish(image));
      expect([usedUp.status, usedUp.json]).toEqual([
        403,
        expect.objectContaining({ code: 'USAGE_LIMIT_EXCEEDED', rule: 'monthly', limit: 0 }),
      ]);
      await get(AllSettings)
        .of('vision')
        .change({ ...DEFAULT_VISION, model: SEEING, enabled: false });
      const off = await describe_(zoe, wish(image));
      expect([off.status, off.json.error]).toEqual([503, 'Image analysis is switched off']);
    });
  });
});
