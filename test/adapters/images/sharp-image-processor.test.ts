import sharp from 'sharp';

import { SharpImageProcessor } from '../../../src/adapters/images/sharp-image-processor.ts';
import { pngBomb } from '../../support/documents.ts';

const never = new AbortController().signal;
const images = new SharpImageProcessor();
const clean = (bytes: Uint8Array, ownerId = 'ann') => images.sanitize({ ownerId, bytes }, never);
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } });
const about = (bytes: Uint8Array | undefined) => sharp(bytes).metadata();

describe('images of people', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a %s stays what it is, and made anew twice it is the same',
    async (format) => {
      const given = await drawn(30, 20).toFormat(format).toBuffer();
      const [one, two] = [await clean(given), await clean(given)];
      const { width, height, format: kept } = await about(one?.bytes);
      expect([
        one?.type,
        width,
        height,
        kept,
        Buffer.compare(one?.bytes ?? given, two?.bytes ?? Buffer.alloc(0)),
      ]).toEqual([`image/${format}`, 30, 20, format, 0]);
    },
  );

  test('lie the right way up, and lose place, maker and colour profile', async () => {
    const given = await drawn(30, 20)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Camera of Ann' } } })
      .toBuffer();
    expect((await about(given)).exif).toBeDefined();
    const found = await about((await clean(given))?.bytes);
    expect([found.width, found.height, found.exif, found.icc, found.orientation]).toEqual([
      20,
      30,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('that move keep their first picture', async () => {
    const frames = await sharp([await drawn(8, 8).png().toBuffer(), await drawn(8, 8).negate().png().toBuffer()], {
      join: { animated: true },
    })
      .gif({ delay: [9, 9] })
      .toBuffer();
    expect([(await about(frames)).pages, (await about((await clean(frames))?.bytes)).pages ?? 1]).toEqual([2, 1]);
  });

  test('are made small and opaque for a model', async () => {
    const shown = await images.resizeForModel(
      { ownerId: 'ann', bytes: await drawn(3000, 100).png().toBuffer() },
      never,
    );
    const { width, height, hasAlpha } = await about(shown?.bytes);
    expect([shown?.type, width, height, hasAlpha]).toEqual(['image/jpeg', 1568, 52, false]);
  });

  test('that are damaged, too large or none are told, many at once too', async () => {
    const whole = await drawn(300, 200).jpeg().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const made = await Promise.all(
      [pngBomb(), whole.subarray(0, whole.length / 2), svg, Buffer.alloc(0), Buffer.from('GIF89a'), whole].map(
        (bytes) => clean(bytes),
      ),
    );
    expect(made.map((image) => image?.type)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'image/jpeg',
    ]);
  });

  test('of one person wait for each other, up to a limit, and keep nobody else waiting', async () => {
    const few = new SharpImageProcessor({ permits: 2, maxQueued: 2, maxQueuedPerOwner: 1 });
    const bytes = await drawn(300, 200).png().toBuffer();
    const ended: string[] = [];
    const ask = (ownerId: string, signal = never) =>
      few.sanitize({ ownerId, bytes }, signal).then((image) => {
        ended.push(ownerId);
        return image?.type;
      });
    const gone = new AbortController();
    const all = [ask('ann'), ask('ann', gone.signal)];
    await expect(ask('ann')).rejects.toMatchObject({ kind: 'unavailable' });
    gone.abort(new Error('the reader is gone'));
    await expect(all[1]).rejects.toThrow('the reader is gone');
    const others = [ask('ann'), ask('bob')];
    expect(await Promise.all([all[0], ...others])).toEqual(['image/png', 'image/png', 'image/png']);
    expect(ended.toSorted()).toEqual(['ann', 'ann', 'bob']);
  });
});
