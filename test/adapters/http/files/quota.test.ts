import sharp from 'sharp';
import { z } from 'zod';

import { type Caller, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const attachPicture = async (who: Caller): Promise<string> => {
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'cat.png');
  const answer = await fetch(`${who.url}/api/ai/upload`, { method: 'POST', headers: who.headers, body });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
};

describeProduct({}, (product) => {
  test('all that counts against the limits can be seen and deleted, also by a free account', async () => {
    const fay = await newPerson(product().url);
    const id = await attachPicture(fay);
    const listed = async (query: string) => (await fay.get(`/api/files${query}`)).json;
    expect((await listed('')).files).toEqual([]); // the specified list: permanent files
    const all = await listed('?attachments=true');
    expect(all.files).toEqual([
      expect.objectContaining({ id, purpose: 'chat', expiresAt: expect.any(String), embedded: false }),
    ]);
    expect([all.usage.totalFiles, all.pagination.total]).toEqual([1, 1]);
    // Expired, and not yet swept: it still takes its place, so it can still be deleted.
    await product().database.connection('files').where({ id }).update({ expires_at: 1 });
    expect((await listed('?attachments=true')).files).toHaveLength(1);
    expect((await fay.send('DELETE', `/api/files/${id}`)).status).toBe(200);
    expect((await listed('?attachments=true')).usage.totalFiles).toBe(0);
    expect((await fay.send('DELETE', `/api/files/${id}`)).status).toBe(404);
  });
});
