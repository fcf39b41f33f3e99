import sharp from 'sharp';

import { ImageUrlSigner } from '../../../../src/domain/agents/image-proxy/image-url-signer.ts';
import { Caller, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { respondsWith, startWebSite, type WebSite } from '../../../vendors/web-site.ts';

const SIGNED = /^\/api\/image\?u=.+&r=\w{16}&e=\w+&s=\w{32}$/;

describeProduct({ env: { OUTBOUND_ALLOWED: '127.0.0.0/8' } }, (product) => {
  let site: WebSite;
  beforeAll(async () => {
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    site = await startWebSite({ '/a.png': respondsWith('image/png', png) });
  });
  afterAll(() => site.close());

  test('a picture of a chat has an address of ours, which shows it without credentials', async () => {
    const { url } = product();
    const ann = await newPerson(url);
    const image = { url: `${site.url}/a.png`, alt: 'A', caption: '', source: site.url };
    const chatId = newId();
    const messages = [{ id: 'm1', role: 'user', content: 'Something?', timestamp: new Date().toISOString() }];
    const saved = await ann.post('/api/progress/chat', {
      chatId,
      chat: { id: chatId, title: 'A chat', messages, images: [{ ...image, preview: '/forged' }] },
    });
    expect([saved.status, saved.text]).toEqual([200, expect.anything()]);
    const { images } = (await ann.get(`/api/progress/chat/${chatId}`)).json as {
      images: { url: string; preview: string }[];
    };
    expect(images).toEqual([{ ...image, preview: expect.stringMatching(SIGNED) }]);
    expect((await ann.get(`/api/progress/chat/${chatId}`)).json).toMatchObject({ images });
    const { chats } = (await ann.get('/api/progress')).json as { chats: Record<string, object> };
    expect(chats[chatId]).toMatchObject({ images });
    const shown = await fetch(`${url}${images[0]?.preview}&w=160`);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, max-age=86400',
    ]);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(160);
  });

  test('what we did not sign is not shown, and a width is one of three', async () => {
    const nobody = new Caller(product().url);
    const asked = `/api/image?u=${encodeURIComponent(`${site.url}/a.png`)}`;
    expect((await nobody.get(`${asked}&s=${'0'.repeat(32)}`)).json).toEqual({ error: 'The picture cannot be shown' });
    expect(await nobody.get(`${asked}&s=x&w=161`)).toMatchObject({ status: 400, json: { field: 'w' } });
    expect(site.requestedPaths).toHaveLength(1);
  });

  test('a signed address that leads into the house is not asked', async () => {
    const { url, running } = product();
    const links = running.container.get(ImageUrlSigner);
    expect((await fetch(url + links.urlsFor('ann').image('http://169.254.169.254/latest'))).status).toBe(404);
  });

  test('an icon is shown for a stored source, by its signed id', async () => {
    const { url } = product();
    const ann = await newPerson(url);
    const chatId = newId();
    const messages = [{ id: 'm1', role: 'user', content: 'Something?', timestamp: new Date().toISOString() }];
    const source = { id: 's1', title: 'A', url: 'http://localhost/a', snippet: '' };
    const file = { id: 's2', title: 'Mine', url: '/?file=f1', snippet: '' };
    const sources = [{ ...source, icon: '/forged' }, file];
    expect(
      (await ann.post('/api/progress/chat', { chatId, chat: { id: chatId, title: 'A', messages, sources } })).status,
    ).toBe(200);
    const stored = (await ann.get(`/api/progress/chat/${chatId}`)).json as { sources: { icon?: string }[] };
    expect(stored.sources).toEqual([
      { ...source, icon: expect.stringMatching(/^\/api\/site-icon\?id=[\w-]+\.\w{16}\.\w+\.\w{32}$/) },
      file,
    ]);
    const shown = await fetch(url + (stored.sources[0]?.icon ?? ''));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
    expect(await shown.text()).toMatch(/^<svg/); // a site that has no icon gets a globe
  });

  test('no host can be named, and nothing is asked for who tries', async () => {
    const { url } = product();
    const host = new URL(site.url).hostname;
    const before = site.requestedPaths.length;
    const tries = [`host=${host}`, `host=${host}&id=`, `id=${host}`, `id=${btoa(host)}.a.b.c`, ''];
    const statuses = await Promise.all(
      tries.map(async (query) => (await fetch(`${url}/api/site-icon?${query}`)).status),
    );
    expect(statuses).toEqual([400, 400, 404, 404, 404]);
    expect(site.requestedPaths).toHaveLength(before);
  });

  test('who asks too often is told when to come again', async () => {
    const { url } = product();
    const ask = () => fetch(`${url}/api/site-icon`);
    let answer = await ask();
    for (let times = 0; times < 2600 && answer.status !== 429; times += 1) {
      await answer.arrayBuffer();
      answer = await ask();
    }
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
