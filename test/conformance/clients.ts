import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describeProduct } from '../product/describe-product.ts';
import { eventually, newVisitor } from '../product/client.ts';
import { newPremiumPerson } from '../product/premium.ts';
import { startModelServer, startProcess, testEnv } from '../support/parley.ts';
import { streamsText, streamsToolCalls } from '../vendors/openai-server.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('openai_client.py', import.meta.url));
const MODEL = 'llama-3.3-70b-versatile';

/** The library of Python, by its interpreter, against our `/v1`. */
export const servesPython = (python: string): void =>
  describeProduct({}, (product) => {
    test('models, whole and streamed completions, tool calls and failures are what the library expects', async () => {
      const { key } = await newPremiumPerson(product());
      const call = { id: 'call_1', name: 'weather', pieces: ['{', '}'] };
      product().modelServer.enqueue(
        streamsText('Good ', 'day'),
        streamsText('Good ', 'day'),
        streamsToolCalls('', call),
      );
      const { stdout } = await run(python, [SCRIPT, `${product().url}/v1`, key, MODEL]);
      expect(JSON.parse(stdout)).toEqual({
        version: expect.any(String),
        models: expect.arrayContaining([MODEL]),
        whole: ['Good day', 'stop'],
        streamed: ['Good day', ['stop'], true],
        called: [['weather', '{}']],
        refused: 401,
        invalid: 400,
      });
    });
  });

/** The built server on each of these programs of Node. */
export const runsOnNode = (programs: readonly string[]): void => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-node-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(programs)('%s starts the server, which is ready, streams a reply and stops', async (program) => {
    const vendor = await startModelServer();
    vendor.enqueue(streamsText('Good ', 'day'));
    const data = mkdtempSync(join(folder, 'data-'));
    const server = await startProcess(testEnv(`sqlite:${join(data, 'parley.db')}`, data, vendor), program);
    try {
      const visitor = newVisitor(server.url);
      expect((await visitor.get('/readyz')).status).toBe(200);
      const reply = await visitor.watch('POST', '/api/ai/trial', { message: 'Hello' });
      expect(reply.status).toBe(200);
      await eventually(() => reply.raw.includes('Good '));
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    } finally {
      await server.kill();
      await vendor.close();
    }
  });
};
