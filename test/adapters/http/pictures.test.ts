import sharp from 'sharp';

import { PictureLinks } from '../../../src/domain/agents/picture-links.ts';
import { Caller, newId, newPerson } from '../../product/client.ts';
import { describeEachProduct } from '../../product/each-product.ts';
import { says, startWebSite, type WebSite } from '../../vendors/web-site.ts';

describeEachProduct({ env: { OUTBOUND_ALLOWED: '127.0.0.0/8' } }, (product) => {
  let site: WebSite;
  beforeAll(async () => {
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } }).png().toBuffer();
    site = await startWebSite({ '/a.png': says('image/png', png) });
  });
  afterAll(() => site.close());

  test('a picture of a chat comes with an address of ours, which shows it to a browser without credentials', async () => {
    const { url } = product();
    const ann = await newPerson(url);
    const image = { url: `${site.url}/a.png`, alt: 'A', caption: '', source: site.url };
    const chatId = newId();
    const messages = [{ id: 'm1', role: 'user', content: 'Something?', timestamp: new Date().toISOString() }];
    const saved = await ann.post('/api/progress/chat', { chatId, chat: { id: chatId, title: 'A chat', messages, images: [{ ...image, preview: '/forged' }] } });
    expect([saved.status, saved.text]).toEqual([200, expect.anything()]);
    const { images } = (await ann.get(`/api/progress/chat/${chatId}`)).json as { images: { url: string; preview: string }[] };
    expect(images).toEqual([{ ...image, preview: expect.stringMatching(/^\/api\/image\?u=.+&s=\w{32}$/) }]);
    const shown = await fetch(`${url}${images[0]?.preview}&w=160`);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([200, 'image/webp', 'public, max-age=86400']);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(160);
  });

  test('what we did not sign is not shown, and a width is one of three', async () => {
    const nobody = new Caller(product().url);
    const asked = `/api/image?u=${encodeURIComponent(`${site.url}/a.png`)}`;
    expect((await nobody.get(`${asked}&s=${'0'.repeat(32)}`)).json).toEqual({ error: 'The picture cannot be shown' });
    expect(await nobody.get(`${asked}&s=x&w=161`)).toMatchObject({ status: 400, json: { field: 'w' } });
    expect(site.asked).toHaveLength(1);
  });

  test('a signed address that leads into the house is not asked', async () => {
    const { url, running } = product();
    const links = running.container.get(PictureLinks);
    expect((await fetch(url + links.preview('http://169.254.169.254/latest'))).status).toBe(404);
  });

  test('a site that has no icon gets a globe', async () => {
    const shown = await fetch(`${product().url}/api/site-icon?host=localhost`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
    expect(await shown.text()).toMatch(/^<svg/);
  });
});
