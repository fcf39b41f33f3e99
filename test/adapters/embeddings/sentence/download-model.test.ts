import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DownloadModel } from '../../../../src/adapters/embeddings/sentence/download-model.ts';
import { ModelHub } from '../../../../src/adapters/embeddings/sentence/model-hub.ts';
import { findModel, findModelFile, type ModelSource } from '../../../../src/adapters/embeddings/sentence/models.ts';
import type { DownloadProgress } from '../../../../src/domain/retrieval/sentence/ports.ts';
import { PublicAddresses } from '../../../../src/platform/public-addresses.ts';
import { type FakeModelHub, startModelHub } from '../../../vendors/model-hub.ts';

const NEVER = new AbortController().signal;
const REPOSITORY = 'Xenova/multilingual-e5-small';
const WEIGHTS = Buffer.alloc(300_000, 'weights of a model ');
const FILES = {
  'tokenizer.json': Buffer.from('{"words":[]}'),
  'tokenizer_config.json': Buffer.from('{}'),
  'onnx/model_quantized.onnx': WEIGHTS,
};
const CUT = 100_000;

describe('the download of a model', () => {
  let data: string;
  let hub: FakeModelHub;
  let source: ModelSource;
  const clients: ModelHub[] = [];
  /** Bytes of the weights that have arrived. */
  let received = 0;
  beforeEach(async () => {
    received = 0;
    data = mkdtempSync(join(tmpdir(), 'parley-models-'));
    hub = await startModelHub(REPOSITORY, FILES);
    source = findModel('on', 'vector', join(data, 'models'));
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await hub.close();
    rmSync(data, { recursive: true, force: true });
  });

  const downloader = (opened = ['127.0.0.0/8'], silenceMs = 10_000): DownloadModel => {
    const client = new ModelHub(hub.url, new PublicAddresses(opened), { connectMs: 5000, silenceMs });
    clients.push(client);
    return new DownloadModel(client, () => Promise.resolve());
  };
  const download = (with_ = downloader(), signal = NEVER): Promise<DownloadProgress[]> => {
    const progress: DownloadProgress[] = [];
    const small = FILES['tokenizer.json'].length + FILES['tokenizer_config.json'].length;
    const onProgress = (step: DownloadProgress) => {
      progress.push(step);
      received = step.received - small;
    };
    return with_.execute(source, onProgress, signal).then(() => progress);
  };
  const isWeights = (content: Buffer) => content.length === WEIGHTS.length;
  /** Sends the beginning of the weights and cuts the connection, `times` times. */
  const cutWeights = (times: number) => {
    let left = times;
    hub.misbehave = (request, response, content) => {
      if (!isWeights(content) || request.method === 'HEAD' || left === 0) return false;
      left -= 1;
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      const headers = from > 0 ? { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
      response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': content.length - from, ...headers });
      response.write(content.subarray(from, from + CUT));
      // Once something has arrived: what is still on its way is lost with the connection.
      const arrived = setInterval(() => {
        if (received <= from) return;
        clearInterval(arrived);
        response.destroy();
      }, 5);
      return true;
    };
  };

  test('puts all files in place at once, with progress, each of the same version', async () => {
    const progress = await download();
    for (const [path, content] of Object.entries(FILES))
      expect(readFileSync(join(source.folder, path)).equals(content)).toBe(true);
    expect(findModelFile(source.folder)).toBe(join(source.folder, 'onnx/model_quantized.onnx'));
    expect(readdirSync(join(data, 'models'))).toEqual(['multilingual-e5-small']);
    const total = Object.values(FILES).reduce((sum, { length }) => sum + length, 0);
    expect(progress.at(-1)).toEqual({ received: total, total });
    expect(progress.map(({ received }) => received)).toEqual(
      progress.map(({ received }) => received).toSorted((a, b) => a - b),
    );
    expect(hub.requests.filter((line) => line.includes('/resolve/main/'))).toHaveLength(1);
  });

  test('goes on where the connection was cut, also in a later process', async () => {
    cutWeights(2);
    await download();
    const from = hub.requests
      .filter((line) => line.includes('/cdn/'))
      .map((line) => Number(/=(\d+)-$/.exec(line)?.[1] ?? 0));
    expect(from).toHaveLength(3);
    expect(from).toEqual([0, expect.any(Number), expect.any(Number)]);
    expect(from.toSorted((a, b) => a - b)).toEqual(from);
    expect(from[1]).toBeGreaterThan(0);
    expect(readFileSync(join(source.folder, 'onnx/model_quantized.onnx')).equals(WEIGHTS)).toBe(true);
  });

  test('a cancelled one leaves its part, and the next one goes on with it', async () => {
    const abort = new AbortController();
    hub.misbehave = (_request, response, content) => {
      if (!isWeights(content)) return false;
      response.writeHead(200, { 'Content-Length': content.length });
      response.write(content.subarray(0, CUT));
      return true; // and then nothing
    };
    const cancelled = downloader().execute(
      source,
      ({ received }) => received >= CUT && abort.abort(new Error('cancelled by an admin')),
      abort.signal,
    );
    await expect(cancelled).rejects.toThrow('cancelled by an admin');
    expect(existsSync(source.folder)).toBe(false);
    hub.misbehave = undefined;
    await download();
    expect(hub.requests.at(-1)).toMatch(/bytes=\d+-$/);
    expect(findModelFile(source.folder)).toBeDefined();
  });

  test('a host that cannot resume sends the whole file again', async () => {
    cutWeights(1);
    const cut = hub.misbehave;
    hub.misbehave = (request, response, content) => {
      delete request.headers.range;
      return cut?.(request, response, content) ?? false;
    };
    await download();
    expect(readFileSync(join(source.folder, 'onnx/model_quantized.onnx')).equals(WEIGHTS)).toBe(true);
  });

  test('what is not what the host announced is thrown away, and never put in place', async () => {
    hub.misbehave = (_request, response, content) => {
      if (!isWeights(content)) return false;
      response.writeHead(200, { 'Content-Length': content.length }).end(Buffer.alloc(content.length, 'x'));
      return true;
    };
    await expect(download()).rejects.toMatchObject({ failure: 'checksum' });
    expect(existsSync(source.folder)).toBe(false);
    hub.misbehave = undefined;
    await download();
    expect(readFileSync(join(source.folder, 'onnx/model_quantized.onnx')).equals(WEIGHTS)).toBe(true);
  });

  test('a file that is longer than announced is not taken', async () => {
    hub.misbehave = (_request, response, content) => {
      if (!isWeights(content)) return false;
      response.writeHead(200).end(Buffer.concat([content, content]));
      return true;
    };
    await expect(download()).rejects.toMatchObject({ failure: 'size' });
  });

  test.each([
    ['none', {}, 'checksum'],
    ['one that is no digest', { ETag: '"abc"' }, 'checksum'],
    ['a size that no model has', { ETag: `"${'a'.repeat(40)}"`, 'Content-Length': String(4e9) }, 'size'],
    ['no size', { ETag: `"${'a'.repeat(40)}"` }, 'size'],
  ])('a host that announces %s is refused before anything is fetched', async (_, headers, failure) => {
    hub.misbehave = (_request, response) => {
      response.removeHeader('ETag');
      response.writeHead(200, headers).end();
      return true;
    };
    await expect(download()).rejects.toMatchObject({ failure });
    expect(hub.requests.filter((line) => line.startsWith('GET'))).toEqual([]);
  });

  test.each([
    [404, 'missing'],
    [403, 'missing'],
    [500, 'network'],
  ])('status %d is said as "%s"', async (status, failure) => {
    hub.misbehave = (_request, response) => {
      response.removeHeader('ETag');
      response.writeHead(status).end();
      return true;
    };
    await expect(download()).rejects.toMatchObject({ failure });
  });

  test('a host that falls silent is given up after some attempts without a byte', async () => {
    hub.misbehave = (_request, response, content) => {
      if (!isWeights(content)) return false;
      response.writeHead(200, { 'Content-Length': content.length }).flushHeaders();
      return true;
    };
    await expect(download(downloader(undefined, 50))).rejects.toMatchObject({ failure: 'network' });
    expect(hub.requests.filter((line) => line.includes('/cdn/'))).toHaveLength(5);
  });

  test('addresses that are not public are not asked, unless the operator opened them', async () => {
    await expect(download(downloader([]))).rejects.toMatchObject({ failure: 'network' });
    expect(hub.requests).toEqual([]);
  });

  test.each(['http://169.254.169.254/latest', 'http://10.0.0.1/', 'file:///etc/passwd', 'http://[::1]:9/'])(
    'a redirect to %s is not followed',
    async (location) => {
      hub.misbehave = (_request, response) => {
        response.writeHead(302, { Location: location }).end();
        return true;
      };
      await expect(download(downloader(['127.0.0.1/32']))).rejects.toMatchObject({ failure: 'network' });
      expect(hub.requests).toHaveLength(1);
    },
  );

  test('redirects without end are given up', async () => {
    hub.misbehave = (request, response) => {
      response.writeHead(302, { Location: request.url }).end();
      return true;
    };
    await expect(download()).rejects.toMatchObject({ failure: 'network' });
    expect(hub.requests).toHaveLength(6);
  });

  test('a folder of the operator is never written to', async () => {
    source = findModel(join(data, 'own/multilingual-e5-small'), 'vector', join(data, 'models'));
    await expect(download()).rejects.toMatchObject({ failure: 'folder' });
    expect(hub.requests).toEqual([]);
  });

  test('a disk that cannot be written to is said', async () => {
    mkdirSync(join(data, 'models'));
    writeFileSync(`${source.folder}.part`, 'a file where the folder should be');
    await expect(download()).rejects.toMatchObject({ failure: 'disk' });
  });
});
