import type { OwnImages } from '../../../src/domain/agents/ports.ts';
import sharp from 'sharp';

import { GuardedImageProxy } from '../../../src/adapters/images/guarded-image-proxy.ts';
import { reEncode } from '../../../src/adapters/images/re-encode.ts';
import { GuardedFetch } from '../../../src/adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../../../src/platform/public-addresses.ts';
import { CryptoSecrets } from '../../../src/adapters/system/ids.ts';
import { ImageUnavailable, TooManyImageRequests } from '../../../src/domain/agents/errors.ts';
import { type SignedImageQuery, ImageUrlSigner } from '../../../src/domain/agents/image-proxy/image-url-signer.ts';
import { ImageRateLimiter } from '../../../src/domain/agents/image-proxy/image-rate-limiter.ts';
import { ShowImage } from '../../../src/domain/agents/image-proxy/show-image.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { redirectsTo, respondsWith, startWebSite, type WebSite } from '../../vendors/web-site.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const ann = { reader: 'ann', admit: () => undefined };
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 1 } } });

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
let pictures: GuardedImageProxy;

beforeAll(async () => {
  const photo = await drawn(2000, 1000)
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'secret words' } } })
    .toBuffer();
  const png = await drawn(32, 32).png().toBuffer();
  site = await startWebSite({
    '/photo.jpg': respondsWith('text/plain', photo),
    '/small.png': respondsWith('image/png', png),
    '/drawing.svg': respondsWith('image/svg+xml', SVG),
    '/liar.png': respondsWith('image/png', SVG),
    '/cut.jpg': respondsWith('image/jpeg', photo.subarray(0, photo.length / 2)),
    '/large.png': respondsWith('image/png', Buffer.concat([png, Buffer.alloc(6_000_000)])),
    '/wide.png': respondsWith('image/png', await drawn(9000, 5000).png().toBuffer()),
    '/inside.png': redirectsTo('http://10.0.0.1/a.png'),
    '/icons/a.example': respondsWith('image/x-icon', icoOf(16, 32, bitmapOf(16))),
    '/icons/b.example': respondsWith('image/x-icon', icoOf(32, 32, png)),
    '/icons/c.example': respondsWith('image/svg+xml', SVG),
  });
  net = new GuardedFetch(new PublicAddresses(['127.0.0.0/8']));
});
beforeEach(() => void (pictures = new GuardedImageProxy(net, clock, `${site.url}/icons/{host}`)));
afterAll(async () => {
  await net.close();
  await site.close();
});

const asked = (path: string) => site.requestedPaths.filter((one) => one === path).length;

describe('a foreign picture', () => {
  test('is made anew: as wide as wanted, as WebP, without what was hidden in it', async () => {
    const { bytes, type } = await pictures.image(`${site.url}/photo.jpg`, 640, ann);
    const about = await sharp(Buffer.from(bytes)).metadata();
    expect([type, about.format, about.width, about.height, about.exif]).toEqual([
      'image/webp',
      'webp',
      640,
      320,
      undefined,
    ]);
  });

  test('is never made larger', async () => {
    const { bytes } = await pictures.image(`${site.url}/small.png`, 640, ann);
    expect((await sharp(Buffer.from(bytes)).metadata()).width).toBe(32);
  });

  test.each(['drawing.svg', 'liar.png', 'cut.jpg', 'large.png', 'wide.png', 'inside.png', 'none.png'])(
    '%s is not shown',
    async (name) => {
      await expect(pictures.image(`${site.url}/${name}`, 640, ann)).rejects.toThrow(ImageUnavailable);
    },
  );

  test('is fetched once, also by many at the same time, and again after a day', async () => {
    const before = asked('/small.png');
    const show = () => pictures.image(`${site.url}/small.png`, 160, ann);
    await Promise.all([show(), show(), show()]);
    await show();
    expect(asked('/small.png') - before).toBe(1);
    await clock.advance(24 * 60 * 60 * 1000);
    await show();
    expect(asked('/small.png') - before).toBe(2);
  });

  test('that could not be had is not asked for again at once', async () => {
    const before = asked('/none.png');
    const show = () => pictures.image(`${site.url}/none.png`, 160, ann).catch(() => undefined);
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
    expect((await pictures.icon(host, ann)).type).toBe('image/webp');
  });

  test('keeps its colours, which an old bitmap has in another order', async () => {
    const { data } = await sharp(Buffer.from((await pictures.icon('a.example', ann)).bytes))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([Number(data[0]) < 10, Number(data[2]) > 245]).toEqual([true, true]);
  });

  test.each(['c.example', 'none.example', 'localhost', '127.0.0.1', '[::1]', 'a b.example', 'x.example/../y', ''])(
    'of %j is a globe',
    async (host) => {
      expect((await pictures.icon(host, ann)).type).toBe('image/svg+xml');
    },
  );
});

test('damaged and made-up bytes are no picture, whatever they begin with', async () => {
  for (const head of [
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'GIF89a',
    'RIFF0000WEBP',
    '\0\0\x01\0\x01\0',
    '\0\0\x01\0\xff\xff',
    '<svg',
    '',
  ]) {
    expect(await reEncode(Buffer.from(`${head}${'\x07'.repeat(40)}`, 'latin1'), { width: 100 })).toBeUndefined();
  }
});

const HOUR = 60 * 60 * 1000;
const ownImages: OwnImages = {
  find: async (uid, id) =>
    uid === 'ann' && id === 'f1' ? { bytes: new Uint8Array(), type: 'image/png', maxAgeSeconds: 1 } : undefined,
};

describe('what this server signed', () => {
  const tools = () => {
    const own = new FixedClock();
    const links = new ImageUrlSigner(new CryptoSecrets('pepper'), own);
    return {
      own,
      links,
      show: new ShowImage({ signer: links, images: pictures, ownImages, rateLimiter: new ImageRateLimiter(own) }),
    };
  };
  const fieldsOf = (address: string | undefined) => new URL(address ?? '', 'http://here.example').searchParams;
  const askedBy = (address: string): SignedImageQuery => {
    const of = (name: string): string => fieldsOf(address).get(name) ?? '';
    return { url: of('u'), reader: of('r'), until: of('e'), signature: of('s') };
  };
  const url = () => `${site.url}/small.png`;

  test('is shown, and no part of it can be changed', async () => {
    const { links, show } = tools();
    const asked = askedBy(links.urlsFor('ann').image(url()));
    expect((await show.image(asked, 160, 'here')).type).toBe('image/webp');
    const others = [
      { url: `${asked.url}?` },
      { reader: askedBy(links.urlsFor('bob').image(url())).reader },
      { until: 'zzzz' },
      { signature: '' },
      { signature: '0'.repeat(32) },
      { signature: `${asked.signature.slice(0, -1)}x` },
    ];
    for (const other of others) {
      await expect(show.image({ ...asked, ...other }, 160, 'here')).rejects.toThrow(ImageUnavailable);
    }
    const elsewhere = new ImageUrlSigner(new CryptoSecrets('another'), new FixedClock());
    expect([elsewhere.verifyImage(asked), links.verifyImage(asked)?.target]).toEqual([undefined, url()]);
    const rotated = new ImageUrlSigner(new CryptoSecrets('another', 'pepper'), new FixedClock());
    expect(rotated.verifyImage(asked)?.target).toBe(url());
    expect(rotated.verifyImage({ ...asked, signature: `${asked.signature.slice(0, -1)}x` })).toBeUndefined();
  });

  test('holds no longer where its own address has what looks like another end', () => {
    const { links } = tools();
    const { url: both, reader, until, signature } = askedBy(links.urlsFor('ann').image(`https://zzzz ${url()}`));
    expect(both).toBe(`https://zzzz ${url()}`);
    const shifted = { url: url(), reader: `${reader} ${until}`, until: 'https://zzzz', signature };
    expect(links.verifyImage(shifted)).toBeUndefined();
  });

  test('is also an image among the files of an account, for nobody else and under no other file', async () => {
    const { links, show } = tools();
    const address = links.urlsFor('user:ann').file('f1') ?? '';
    expect((await show.image(askedBy(address), 160, 'here')).type).toBe('image/png');
    for (const other of [{ url: 'ann/f2' }, { url: 'bob/f1' }, { signature: '' }])
      await expect(show.image({ ...askedBy(address), ...other }, 160, 'here')).rejects.toThrow(ImageUnavailable);
    const [elsewhere, asPicture] = [links.urlsFor('user:bob').file('f1'), links.urlsFor('user:ann').image('ann/f1')];
    for (const other of [elsewhere, links.urlsFor('user:ann').file('gone')])
      await expect(show.image(askedBy(other ?? ''), 160, 'here')).rejects.toThrow(ImageUnavailable);
    expect([links.verifyFile(askedBy(asPicture)), links.urlsFor('share:ann').file('f1')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('keeps its address for a while, and then holds no longer', async () => {
    const { own, links } = tools();
    const address = links.urlsFor('ann').image(url());
    const icon = fieldsOf(links.urlsFor('ann').icon('https://a.example/x')).get('id') ?? '';
    await own.advance(HOUR);
    expect(links.urlsFor('ann').image(url())).toBe(address);
    await own.advance(6 * 24 * HOUR);
    expect([links.verifyImage(askedBy(address))?.target, links.verifyIcon(icon)?.target]).toEqual([url(), 'a.example']);
    await own.advance(8 * 24 * HOUR);
    expect([links.verifyImage(askedBy(address)), links.verifyIcon(icon)]).toEqual([undefined, undefined]);
  });

  test('an icon is asked for by its id alone: a host, a changed id or an address of a picture is none', async () => {
    const { links, show } = tools();
    const id = fieldsOf(links.urlsFor('ann').icon('https://www.a.example:444/x?y=z')).get('id') ?? '';
    expect(links.verifyIcon(id)?.target).toBe('www.a.example');
    const asked = askedBy(links.urlsFor('ann').image('www.a.example'));
    const disguised = [
      Buffer.from('www.a.example').toString('base64url'),
      asked.reader,
      asked.until,
      asked.signature,
    ].join('.');
    const [, ...rest] = id.split('.');
    const forged = [Buffer.from('secret.attacker.example').toString('base64url'), ...rest].join('.');
    for (const other of ['', 'a.example', forged, disguised, `${id}.`, `.${id}`]) {
      await expect(show.icon(other, 'here')).rejects.toThrow(ImageUnavailable);
    }
    expect(
      ['mailto:a@b.example', '/?file=f1', 'https://', 'a.example'].map((other) => links.urlsFor('ann').icon(other)),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('is limited by address and by account, and what is in memory costs an account nothing', async () => {
    const { own, links, show } = tools();
    const iconOf = (account: string, number: number): string =>
      fieldsOf(links.urlsFor(account).icon(`https://n${number}.example/`)).get('id') ?? '';
    for (let number = 0; number < 240; number += 1) await show.icon(iconOf('ann', number), `address ${number % 7}`);
    for (let number = 0; number < 240; number += 1) await show.icon(iconOf('ann', number), 'address 1');
    await expect(show.icon(iconOf('ann', 240), 'another')).rejects.toThrow(TooManyImageRequests);
    for (let number = 240; number < 480; number += 1)
      await show.icon(iconOf(`account ${number}`, number), 'one address');
    await expect(show.icon(iconOf('bob', 480), 'one address')).rejects.toMatchObject({
      details: { retryAfterMs: expect.any(Number) },
    });
    await show.icon(iconOf('bob', 480), 'another');
    await own.advance(60_000);
    await show.icon(iconOf('ann', 481), 'one address');
  });

  test('is limited in requests too, whatever they ask for', async () => {
    const { show } = tools();
    for (let number = 0; number < 1200; number += 1) await show.icon('', 'here').catch(() => undefined);
    await expect(show.icon('', 'here')).rejects.toThrow(TooManyImageRequests);
    await expect(show.icon('', 'there')).rejects.toThrow(ImageUnavailable);
  });
});

describe('fetching at the same time', () => {
  /** Works that end when they are told to. */
  /** A proxy whose fetches last until they are ended, and then fail. */
  const held = () => {
    const ends: (() => void)[] = [];
    const downloader = {
      get: async (): Promise<never> => {
        await new Promise<void>((resolve) => void ends.push(resolve));
        throw new Error('gone');
      },
    };
    const proxy = new GuardedImageProxy(downloader, new FixedClock());
    const start = (reader: string, name: string) =>
      proxy.image(`https://a.example/${reader}-${name}.png`, 320, { reader, admit: () => undefined });
    const endAll = async (all: readonly Promise<unknown>[]) => {
      const done = Promise.allSettled(all);
      for (await settled(); ends.length > 0; await settled()) ends.shift()?.();
      return done;
    };
    return { ends, start, endAll };
  };
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });

  test('one account cannot hold up the others, and each waits for its turn', async () => {
    const { ends, start, endAll } = held();
    const all = Array.from({ length: 20 }, (_, at) => start('ann', String(at)));
    await settled();
    expect(ends).toHaveLength(8);
    all.push(start('bob', '1'));
    await settled();
    expect(ends).toHaveLength(9);
    const ended = await endAll(all);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(21);
  });

  test('who would wait too long is told to come again', async () => {
    const { start, endAll } = held();
    const all = Array.from({ length: 208 }, (_, at) => start('ann', String(at)));
    await expect(start('ann', 'more')).rejects.toThrow(TooManyImageRequests);
    await endAll(all);
  });
});
