import { jest } from '@jest/globals';

import { newAdmin } from '../../../product/admin.ts';
import { type Caller, eventually } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { TINY_DIMENSIONS, tinyModelFiles } from '../../../support/tiny-model.ts';
import { startModelHub } from '../../../vendors/model-hub.ts';

jest.setTimeout(60_000);

const PATH = '/api/admin/sentence-model';
const VERSION = `sentence/multilingual-e5-small@${TINY_DIMENSIONS}`;
const hub = await startModelHub('Xenova/multilingual-e5-small', tinyModelFiles());
afterAll(() => hub.close());

describeProduct({ env: { MODEL_DOWNLOAD_URL: hub.url, OUTBOUND_ALLOWED: '127.0.0.0/8' } }, (product) => {
  let ada: Caller;
  beforeAll(async () => void (ada = await newAdmin(product())));

  const upload = async (name: string, text: string): Promise<string> => {
    const form = new FormData();
    form.set('enableEmbedding', 'true');
    form.append('file', new Blob([text]), name);
    const response = await fetch(`${ada.url}/api/files/upload`, { method: 'POST', headers: ada.headers, body: form });
    return (JSON.parse(await response.text()) as { file: { id: string } }).file.id;
  };
  const collectionOf = async (fileId: string): Promise<unknown> =>
    (
      await product()
        .database.connection('embedding_jobs')
        .where({ file_id: fileId, status: 'done' })
        .first('collection')
    )?.collection;

  test('a host that refuses is said, with nothing switched on', async () => {
    hub.misbehave = (_request, response) => {
      response.removeHeader('ETag');
      response.writeHead(403).end();
      return true;
    };
    await ada.post(PATH, { enabled: true });
    await eventually(async () => (await ada.get(PATH)).json.phase === 'failed');
    expect((await ada.get(PATH)).json.failure).toBe('missing');
    hub.misbehave = undefined;
    await ada.post(PATH, { enabled: false });
    expect((await ada.post(PATH, { enabled: 'yes' })).status).toBe(400);
  });

  test('one click fetches the model and embeds files with it; another brings the local vectors back', async () => {
    const fileId = await upload('car.md', 'The automobile is in the garage.');
    await eventually(async () => /^local\//.test(String(await collectionOf(fileId))));
    expect((await ada.get(PATH)).json).toEqual({
      name: 'multilingual-e5-small',
      downloadBytes: expect.any(Number),
      isInstalled: false,
      decidedBy: 'admin',
      phase: 'off',
      received: 0,
      total: expect.any(Number),
      failure: null,
    });

    const { status, json } = await ada.post(PATH, { enabled: true });
    expect([status, json.success]).toEqual([200, true]);
    await eventually(async () => (await ada.get(PATH)).json.phase === 'ready');
    await eventually(async () => (await collectionOf(fileId)) === VERSION);
    const { json: health } = await ada.post('/api/admin/health/embeddings/test');
    expect(health.health).toMatchObject({ state: 'ok', detail: `It answers with ${TINY_DIMENSIONS} dimensions` });

    await ada.post(PATH, { enabled: false });
    await eventually(async () => /^local\//.test(String(await collectionOf(fileId))));
    expect((await ada.get(PATH)).json.phase).toBe('off');
    expect(hub.requests.filter((line) => line.startsWith('GET /cdn/'))).toHaveLength(1);
    const { json: log } = await ada.get('/api/admin/debug-logs?kind=admin%20change');
    expect(log.logs.map(({ detail }: { detail: string }) => detail)).toEqual(
      expect.arrayContaining(['Sentence model multilingual-e5-small: switched on']),
    );
  });
});
