import { deflateSync } from 'node:zlib';

import sharp from 'sharp';

import { DocumentWorkerPool } from '../../../src/adapters/documents/document-worker-pool.ts';
import { drawPage } from '../../../src/adapters/documents/draw-page.ts';
import { parseDocument } from '../../../src/adapters/documents/parse-document.ts';
import { FileUnreadable } from '../../../src/domain/files/errors.ts';
import { expectLinear } from '../../support/expect-linear.ts';
import {
  greyPicture,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  type PdfPicture,
  type PicturePage,
  picturePdf,
  quarterPixels,
  WHOLE_PAGE,
} from '../../support/scans.ts';

const PATIENCE_MS = 90_000;
const never = new AbortController().signal;
const QUARTER = greyPicture(200, 300, quarterPixels(200, 300));
const bits = (pixels: Buffer): Buffer => {
  const packed = Buffer.alloc(pixels.length / 8);
  pixels.forEach((grey, at) => {
    if (grey > 127) packed[at >> 3] = (packed[at >> 3] ?? 0) | (0x80 >> (at & 7));
  });
  return packed;
};

const draw = (page: PicturePage) => drawPage(Uint8Array.from(picturePdf([page])), 1);

/** Which quarters of a drawn page are black: top left, top right, bottom left, bottom right. */
const quartersOf = async (page: PicturePage): Promise<string> => {
  const png = await draw(page);
  if (!png) return 'nothing';
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    (data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)] ?? 0) < 128;
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].map((black) => (black ? 'x' : '.')).join('');
};

const on = (content: string, picture: PdfPicture = QUARTER, entries = ''): PicturePage => ({
  pictures: [picture],
  content,
  entries,
});

describe('the pictures of a page', () => {
  const [w, h] = [PAGE_WIDTH, PAGE_HEIGHT];

  test.each<[string, PicturePage, string]>([
    ['grey', on(WHOLE_PAGE), 'x...'],
    [
      'black and white',
      on(WHOLE_PAGE, {
        ...QUARTER,
        width: 208,
        height: 300,
        entries: '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
        bytes: deflateSync(bits(quarterPixels(208, 300))),
      }),
      'x...',
    ],
    [
      'a mask',
      on(WHOLE_PAGE, {
        ...QUARTER,
        width: 208,
        height: 300,
        entries: '/ImageMask true /BitsPerComponent 1 /Filter /FlateDecode',
        bytes: deflateSync(bits(quarterPixels(208, 300))),
      }),
      'x...',
    ],
    [
      'coloured',
      on(WHOLE_PAGE, {
        ...QUARTER,
        entries: '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        bytes: deflateSync(Buffer.from([...quarterPixels(200, 300)].flatMap((grey) => [grey, grey, grey]))),
      }),
      'x...',
    ],
    ['upside down', on(`q -${w} 0 0 -${h} ${w} ${h} cm /P0 Do Q`), '...x'],
    ['mirrored', on(`q -${w} 0 0 ${h} ${w} 0 cm /P0 Do Q`), '.x..'],
    ['turned on its page', on(`q 0 ${h} -${w} 0 ${w} 0 cm /P0 Do Q`), '..x.'],
    ['on a page that is shown turned', on(WHOLE_PAGE, QUARTER, '/Rotate 90'), '.x..'],
    ['small, in a corner', on(`q ${w / 2} 0 0 ${h / 2} ${w / 2} 0 cm /P0 Do Q`), '....'],
    ['moved twice', on(`q 2 0 0 2 0 0 cm q ${w / 2} 0 0 ${h / 2} 0 0 cm /P0 Do Q Q`), 'x...'],
    [
      'in two strips',
      {
        pictures: [greyPicture(200, 150, Buffer.alloc(30_000)), greyPicture(200, 150, Buffer.alloc(30_000, 0xff))],
        content: `q ${w} 0 0 ${h / 2} 0 0 cm /P0 Do Q q ${w} 0 0 ${h / 2} 0 ${h / 2} cm /P1 Do Q`,
      },
      '..xx',
    ],
  ])('%s, are drawn where they stand', async (_how, page, quarters) => {
    expect(await quartersOf(page)).toBe(quarters);
  });

  test(
    'are as sharp as they are stored, within the limit of a page',
    async () => {
      const sizeOf = async (width: number, height: number) => {
        const png = await draw(on(WHOLE_PAGE, greyPicture(width, height, Buffer.alloc(width * height))));
        return sharp(png).metadata();
      };
      expect(await sizeOf(1000, 1500)).toMatchObject({ width: 1000, height: 1500 });
      const { width, height } = await sizeOf(4000, 6000);
      expect(width * height).toBeLessThanOrEqual(9_000_000);
      expect(width * height).toBeGreaterThan(8_900_000);
    },
    PATIENCE_MS,
  );

  test('that are none: text, an empty page, signs, flat and damaged ones', async () => {
    const tiny = greyPicture(10, 10, Buffer.alloc(100));
    for (const page of [
      { pictures: [], content: 'BT /F1 12 Tf 20 20 Td (Hi) Tj ET' },
      { pictures: [], content: '' },
      on(WHOLE_PAGE, tiny),
      on(WHOLE_PAGE, { ...QUARTER, width: 100_000, height: 100_000 }),
      on('/P7 Do'),
    ])
      expect(await quartersOf(page)).toBe('nothing');
    expect(await quartersOf(on('q 0 0 0 0 0 0 cm /P0 Do Q'))).toBe('....');
    await expect(drawPage(Uint8Array.from(Buffer.from('%PDF-1.4 nothing')), 1)).rejects.toBeInstanceOf(FileUnreadable);
    await expect(drawPage(Uint8Array.from(picturePdf([on(WHOLE_PAGE)])), 2)).rejects.toBeInstanceOf(FileUnreadable);
  });

  test('pages without text are told with the text of the others', async () => {
    const text = { pictures: [], content: 'BT /F1 12 Tf 20 20 Td (Some words here) Tj ET' };
    const bytes = Uint8Array.from(picturePdf([on(WHOLE_PAGE), text, on(WHOLE_PAGE)]));
    const { blocks, scannedPages } = await parseDocument({ kind: 'pdf', bytes });
    expect([blocks.map((block) => [block.text, block.page]), scannedPages]).toEqual([[['Some words here', 2]], [1, 3]]);
  });

  test.each<[string, (size: number) => PicturePage]>([
    ['paintings of one picture', (size) => on(`q 1 0 0 1 0 0 cm /P0 Do Q `.repeat(size))],
    ['saved states', (size) => on(`${'q Q '.repeat(size)} ${WHOLE_PAGE}`)],
    ['moves', (size) => on(`${'1 0 0 1 0 0 cm '.repeat(size)} /P0 Do`)],
  ])(
    'the work grows as the page does: %s',
    async (_what, make) => {
      await expectLinear({ size: 2000, make, run: (page) => draw(page) });
    },
    PATIENCE_MS,
  );

  test(
    'a picture that unpacks without end costs its thread, and the next file is read',
    async () => {
      const pool = new DocumentWorkerPool();
      const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024));
      const file = (picture: PdfPicture) => ({
        ownerId: 'ann',
        kind: 'pdf' as const,
        name: 'a.pdf',
        bytes: picturePdf([on(WHOLE_PAGE, picture)]),
      });
      await expect(
        pool.draw(file({ ...QUARTER, width: 7000, height: 8000, bytes: bomb }), 1, never),
      ).rejects.toMatchObject({
        reason: 'too large',
      });
      expect(await pool.draw(file(QUARTER), 1, never)).toBeInstanceOf(Uint8Array);
      await pool.close();
    },
    PATIENCE_MS,
  );
});
