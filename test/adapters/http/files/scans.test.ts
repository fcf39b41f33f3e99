import { AllSettings } from '../../../../src/domain/kernel/settings.ts';
import { DEFAULT_VISION } from '../../../../src/shared/settings/vision.ts';
import { type Answer, type Caller, eventually, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { scanOf } from '../../../support/scans.ts';

const SEEING = 'meta-llama/llama-4-scout-17b-16e-instruct';

const send = async (who: Caller, path: string, pdf: Buffer): Promise<Answer> => {
  const form = new FormData();
  if (path.startsWith('/api/files')) form.append('enableEmbedding', 'true');
  form.append('file', new Blob([Uint8Array.from(pdf)]), 'scan.pdf');
  const response = await fetch(who.url + path, { method: 'POST', headers: who.headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
};

describeProduct({ upstream: { models: ['moonshotai/kimi-k2-instruct', SEEING] } }, (product) => {
  test('a scan is read page by page with its progress in the list, then embedded, and its text has pages', async () => {
    const carl = await newPerson(product().url);
    const { uid } = (await carl.get('/api/auth/me')).json.user;
    await product().database.connection('users').where({ uid }).update({ subscription: 'basic' });
    const vision = product().running.container.get(AllSettings).of('vision');
    const pages = [
      ['The rent is due on the third', 'working day of each month.'],
      [],
      ['The deposit is two months of rent.'],
    ];
    const scan = await scanOf(pages);
    const listed = async () => (await carl.get('/api/files')).json.files[0];
    const readScan = async () => {
      const sent = await send(carl, '/api/files/upload', scan);
      expect([sent.status, sent.json.file?.embeddingStatus]).toEqual([201, 'pending']);
      expect((await listed()).reading ?? { page: 0, pages: 3 }).toEqual({ page: expect.any(Number), pages: 3 });
      await eventually(async () =>
        expect(await listed()).toMatchObject({ embeddingStatus: 'completed', reading: null }),
      );
      const { text } = (await carl.get(`/api/ai/files/${sent.json.file.id}?content=text`)).json;
      return text.blocks.map((block: { page: number; text: string }) => [block.page, block.text]);
    };
    await vision.change({ ...DEFAULT_VISION, model: SEEING });
    expect(await readScan()).toEqual([
      [1, expect.stringContaining('You said: ')],
      [3, expect.stringContaining('You said: ')],
    ]);
    const asked = product().modelServer.completions().at(-1)?.body;
    expect(JSON.stringify(asked)).toContain('This is a scanned page.');
    await vision.change({ ...DEFAULT_VISION, model: SEEING, enabled: false });
    expect(await readScan()).toEqual([
      [1, expect.stringContaining('rent is due on the third')],
      [3, expect.stringContaining('two months of rent')],
    ]);
    await vision.change({ ...DEFAULT_VISION, model: SEEING });
    const attached = await send(carl, '/api/ai/upload', scan);
    expect(attached.status).toBe(201);
    expect((await carl.send('DELETE', `/api/files/${attached.json.id}`)).status).toBe(200);
    expect(await product().database.connection('scans').where({ file_id: attached.json.id })).toEqual([]);
  }, 90_000);
});
