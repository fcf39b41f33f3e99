import sharp from 'sharp';

import { FetchSlots } from '../../../src/adapters/pictures/fetch-slots.ts';
import { ProxiedPictures } from '../../../src/adapters/pictures/proxied-pictures.ts';
import { reEncode } from '../../../src/adapters/pictures/re-encode.ts';
import { GuardedFetch } from '../../../src/adapters/web-pages/guarded-fetch.ts';
import { PublicAddresses } from '../../../src/adapters/web-pages/public-address.ts';
import { CryptoSecrets } from '../../../src/adapters/system/ids.ts';
import { PictureNotShown, TooManyPictures } from '../../../src/domain/agents/errors.ts';
import { type AskedPicture, PictureLinks } from '../../../src/domain/agents/picture-links.ts';
import { PictureRates } from '../../../src/domain/agents/picture-rates.ts';
import { ShowPicture } from '../../../src/domain/agents/show-picture.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { leadsTo, says, startWebSite, type WebSite } from '../../vendors/web-site.ts';

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
let pictures: ProxiedPictures;

beforeAll(async () => {
  const photo = await drawn(2000, 1000)
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'secret words' } } })
    .toBuffer();
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
    const { bytes, type } = await pictures.picture(`${site.url}/photo.jpg`, 640, ann);
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
    const { bytes } = await pictures.picture(`${site.url}/small.png`, 640, ann);
    expect((await sharp(Buffer.from(bytes)).metadata()).width).toBe(32);
  });

  test.each(['drawing.svg', 'liar.png', 'cut.jpg', 'large.png', 'wide.png', 'inside.png', 'none.png'])(
    '%s is not shown',
    async (name) => {
      await expect(pictures.picture(`${site.url}/${name}`, 640, ann)).rejects.toThrow(PictureNotShown);
    },
  );

  test('is fetched once, also by many at the same time, and again after a day', async () => {
    const before = asked('/small.png');
    const show = () => pictures.picture(`${site.url}/small.png`, 160, ann);
    await Promise.all([show(), show(), show()]);
    await show();
    expect(asked('/small.png') - before).toBe(1);
    await clock.advance(24 * 60 * 60 * 1000);
    await show();
    expect(asked('/small.png') - before).toBe(2);
  });

  test('that could not be had is not asked for again at once', async () => {
    const before = asked('/none.png');
    const show = () => pictures.picture(`${site.url}/none.png`, 160, ann).catch(() => undefined);
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

describe('what this server signed', () => {
  const tools = () => {
    const own = new FixedClock();
    const links = new PictureLinks(new CryptoSecrets('pepper'), own);
    return { own, links, show: new ShowPicture({ links, pictures, rates: new PictureRates(own) }) };
  };
  const fieldsOf = (address: string | undefined) => new URL(address ?? '', 'http://here.example').searchParams;
  const askedBy = (address: string): AskedPicture => {
    const of = (name: string): string => fieldsOf(address).get(name) ?? '';
    return { url: of('u'), reader: of('r'), until: of('e'), signature: of('s') };
  };
  const url = () => `${site.url}/small.png`;

  test('is shown, and no part of it can be changed', async () => {
    const { links, show } = tools();
    const asked = askedBy(links.for('ann').picture(url()));
    expect((await show.picture(asked, 160, 'here')).type).toBe('image/webp');
    const others = [
      { url: `${asked.url}?` },
      { reader: askedBy(links.for('bob').picture(url())).reader },
      { until: 'zzzz' },
      { signature: '' },
      { signature: '0'.repeat(32) },
      { signature: `${asked.signature.slice(0, -1)}x` },
    ];
    for (const other of others) {
      await expect(show.picture({ ...asked, ...other }, 160, 'here')).rejects.toThrow(PictureNotShown);
    }
    const elsewhere = new PictureLinks(new CryptoSecrets('another'), new FixedClock());
    expect([elsewhere.readPicture(asked), links.readPicture(asked)?.target]).toEqual([undefined, url()]);
  });

  test('keeps its address for a while, and then holds no longer', async () => {
    const { own, links } = tools();
    const address = links.for('ann').picture(url());
    const icon = fieldsOf(links.for('ann').icon('https://a.example/x')).get('id') ?? '';
    await own.advance(HOUR);
    expect(links.for('ann').picture(url())).toBe(address);
    await own.advance(6 * 24 * HOUR);
    expect([links.readPicture(askedBy(address))?.target, links.readIcon(icon)?.target]).toEqual([url(), 'a.example']);
    await own.advance(8 * 24 * HOUR);
    expect([links.readPicture(askedBy(address)), links.readIcon(icon)]).toEqual([undefined, undefined]);
  });

  test('an icon is asked for by its id alone: a host, a changed id or an address of a picture is none', async () => {
    const { links, show } = tools();
    const id = fieldsOf(links.for('ann').icon('https://www.a.example:444/x?y=z')).get('id') ?? '';
    expect(links.readIcon(id)?.target).toBe('www.a.example');
    const asked = askedBy(links.for('ann').picture('www.a.example'));
    const disguised = [
      Buffer.from('www.a.example').toString('base64url'),
      asked.reader,
      asked.until,
      asked.signature,
    ].join('.');
    const [, ...rest] = id.split('.');
    const forged = [Buffer.from('secret.attacker.example').toString('base64url'), ...rest].join('.');
    for (const other of ['', 'a.example', forged, disguised, `${id}.`, `.${id}`]) {
      await expect(show.icon(other, 'here')).rejects.toThrow(PictureNotShown);
    }
    expect(
      ['mailto:a@b.example', '/?file=f1', 'https://', 'a.example'].map((other) => links.for('ann').icon(other)),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('is limited by address and by account, and what is in memory costs an account nothing', async () => {
    const { own, links, show } = tools();
    const iconOf = (account: string, number: number): string =>
      fieldsOf(links.for(account).icon(`https://n${number}.example/`)).get('id') ?? '';
    for (let number = 0; number < 240; number += 1) await show.icon(iconOf('ann', number), `address ${number % 7}`);
    for (let number = 0; number < 240; number += 1) await show.icon(iconOf('ann', number), 'address 1');
    await expect(show.icon(iconOf('ann', 240), 'another')).rejects.toThrow(TooManyPictures);
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
    await expect(show.icon('', 'here')).rejects.toThrow(TooManyPictures);
    await expect(show.icon('', 'there')).rejects.toThrow(PictureNotShown);
  });
});

describe('fetching at the same time', () => {
  /** Works that end when they are told to. */
  const held = () => {
    const ends: (() => void)[] = [];
    const running: string[] = [];
    const start = (slots: FetchSlots, reader: string) =>
      slots.run(reader, async () => {
        running.push(reader);
        await new Promise<void>((resolve) => void ends.push(resolve));
      });
    return { ends, running, start };
  };
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });

  test('one account cannot hold up the others, and each waits for its turn', async () => {
    const slots = new FetchSlots();
    const { ends, running, start } = held();
    const all = Array.from({ length: 20 }, () => start(slots, 'ann'));
    all.push(start(slots, 'bob'));
    await settled();
    expect(running.filter((reader) => reader === 'ann')).toHaveLength(8);
    expect(running).toContain('bob');
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
    await Promise.all(all);
    expect(running).toHaveLength(21);
  });

  test('who would wait too long is told to come again', async () => {
    const slots = new FetchSlots();
    const { ends, start } = held();
    const all = Array.from({ length: 208 }, () => start(slots, 'ann'));
    await expect(start(slots, 'ann')).rejects.toThrow(TooManyPictures);
    await settled();
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
    await Promise.all(all);
  });
});
