import sharp from 'sharp';

import { ProxiedPictures } from '../../../src/adapters/pictures/proxied-pictures.ts';
import { reEncode } from '../../../src/adapters/pictures/re-encode.ts';
import { GuardedFetch } from '../../../src/adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../../../src/adapters/web-pages/public-address.ts';
import { CryptoSecrets } from '../../../src/adapters/system/ids.ts';
import { PictureNotShown } from '../../../src/domain/agents/errors.ts';
import { PictureLinks } from '../../../src/domain/agents/picture-links.ts';
import { ShowPicture } from '../../../src/domain/agents/show-picture.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { leadsTo, says, startWebSite, type WebSite } from '../../vendors/web-site.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 1 } } });

/** An icon file with one picture in it. */
const icoOf = (side: number, bits: number, picture: Buffer): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([side, side], 6);
  head.writeUInt16LE(bits, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, picture]);
};

const bitmapOf = (side: number): Buffer => {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(side, 4);
  header.writeInt32LE(side * 2, 8);
  header.writeUInt16LE(32, 14);
  return Buffer.concat([header, Buffer.alloc(side * side * 4, Buffer.from([255, 0, 0, 255])), Buffer.alloc(side * 4)]);
};

let site: WebSite;
let net: GuardedFetch;
const clock = new FixedClock();
let pictures: ProxiedPictures;

beforeAll(async () => {
  const photo = await drawn(2000, 1000).jpeg().withMetadata({ exif: { IFD0: { Copyright: 'secret words' } } }).toBuffer();
  const png = await drawn(32, 32).png().toBuffer();
  site = await startWebSite({
    '/photo.jpg': says('text/plain', photo),
    '/small.png': says('image/png', png),
    '/drawing.svg': says('image/svg+xml', SVG),
    '/liar.png': says('image/png', SVG),
    '/cut.jpg': says('image/jpeg', photo.subarray(0, photo.length / 2)),
    '/large.png': says('image/png', Buffer.concat([png, Buffer.alloc(6_000_000)])),
    '/wide.png': says('image/png', await drawn(9000, 5000).png().toBuffer()),
    '/inside.png': leadsTo('http://10.0.0.1/a.png'),
    '/icons/a.example': says('image/x-icon', icoOf(16, 32, bitmapOf(16))),
    '/icons/b.example': says('image/x-icon', icoOf(32, 32, png)),
    '/icons/c.example': says('image/svg+xml', SVG),
  });
  net = new GuardedFetch(new PublicAddresses(['127.0.0.0/8']));
});
beforeEach(() => void (pictures = new ProxiedPictures(net, clock, `${site.url}/icons/{host}`)));
afterAll(async () => {
  await net.close();
  await site.close();
});

const asked = (path: string) => site.asked.filter((one) => one === path).length;

describe('a foreign picture', () => {
  test('is made anew: as wide as wanted, as WebP, without what was hidden in it', async () => {
    const { bytes, type } = await pictures.picture(`${site.url}/photo.jpg`, 640);
    const about = await sharp(Buffer.from(bytes)).metadata();
    expect([type, about.format, about.width, about.height, about.exif]).toEqual(['image/webp', 'webp', 640, 320, undefined]);
  });

  test('is never made larger', async () => {
    const { bytes } = await pictures.picture(`${site.url}/small.png`, 640);
    expect((await sharp(Buffer.from(bytes)).metadata()).width).toBe(32);
  });

  test.each(['drawing.svg', 'liar.png', 'cut.jpg', 'large.png', 'wide.png', 'inside.png', 'none.png'])('%s is not shown', async (name) => {
    await expect(pictures.picture(`${site.url}/${name}`, 640)).rejects.toThrow(PictureNotShown);
  });

  test('is fetched once, also by many at the same time, and again after a day', async () => {
    const before = asked('/small.png');
    const show = () => pictures.picture(`${site.url}/small.png`, 160);
    await Promise.all([show(), show(), show()]);
    await show();
    expect(asked('/small.png') - before).toBe(1);
    await clock.advance(24 * 60 * 60 * 1000);
    await show();
    expect(asked('/small.png') - before).toBe(2);
  });

  test('that could not be had is not asked for again at once', async () => {
    const before = asked('/none.png');
    const show = () => pictures.picture(`${site.url}/none.png`, 160).catch(() => undefined);
    await show();
    await show();
    expect(asked('/none.png') - before).toBe(1);
    await clock.advance(5 * 60 * 1000);
    await show();
    expect(asked('/none.png') - before).toBe(2);
  });
});

describe("a site's icon", () => {
  test.each(['a.example', 'b.example', 'A.EXAMPLE'])('of %s is made anew', async (host) => {
    expect((await pictures.icon(host)).type).toBe('image/webp');
  });

  test('keeps its colours, which an old bitmap has in another order', async () => {
    const { data } = await sharp(Buffer.from((await pictures.icon('a.example')).bytes)).raw().toBuffer({ resolveWithObject: true });
    expect([Number(data[0]) < 10, Number(data[2]) > 245]).toEqual([true, true]);
  });

  test.each(['c.example', 'none.example', 'localhost', '127.0.0.1', '[::1]', 'a b.example', 'x.example/../y', ''])('of %j is a globe', async (host) => {
    expect((await pictures.icon(host)).type).toBe('image/svg+xml');
  });
});

test('damaged and made-up bytes are no picture, whatever they begin with', async () => {
  for (const head of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF89a', 'RIFF0000WEBP', '\0\0\x01\0\x01\0', '\0\0\x01\0\xff\xff', '<svg', '']) {
    expect(await reEncode(Buffer.from(`${head}${'\x07'.repeat(40)}`, 'latin1'), { width: 100 })).toBeUndefined();
  }
});

test('only addresses that this server signed are shown', async () => {
  const links = new PictureLinks(new CryptoSecrets('pepper'));
  const show = new ShowPicture(links, pictures);
  const url = `${site.url}/small.png`;
  const signature = new URL(links.preview(url), 'http://here.example').searchParams.get('s') ?? '';
  expect((await show.execute(url, signature, 160)).type).toBe('image/webp');
  for (const [other, sign] of [[`${url}?`, signature], [url, ''], [url, `${signature.slice(0, -1)}x`], [url, '0'.repeat(32)]] as const) {
    await expect(show.execute(other, sign, 160)).rejects.toThrow(PictureNotShown);
  }
  expect(new PictureLinks(new CryptoSecrets('another')).isOurs(url, signature)).toBe(false);
});
