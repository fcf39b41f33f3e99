import type { Sharp } from 'sharp';

import { type CleanImage, Images } from '../../domain/files/ports.ts';
import { loadSharp } from './load-sharp.ts';
import { kindOf, type PictureKind } from './sniff.ts';

const PIXELS = 40_000_000;
const SECONDS = 20;
const JPEG_QUALITY = 90;
/** Models look at no more than this; more only costs. */
const MODEL_SIDE = 1568;
const MODEL_QUALITY = 82;
const AT_ONCE = 2;

type Kept = Exclude<PictureKind, 'avif' | 'ico'>;

const isKept = (kind: PictureKind | undefined): kind is Kept => kind !== undefined && kind !== 'avif' && kind !== 'ico';

const WRITE: Readonly<Record<Kept, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: JPEG_QUALITY }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: JPEG_QUALITY }),
};

/** Images of people: only pixels survive, the right way up, no metadata and nothing hidden behind them. */
export class CleanImages extends Images {
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  clean(bytes: Uint8Array): Promise<CleanImage | undefined> {
    return this.made(bytes, (image, kind) => ({ image: WRITE[kind](image), type: `image/${kind}` }));
  }

  forModel(bytes: Uint8Array): Promise<CleanImage | undefined> {
    const size = { width: MODEL_SIDE, height: MODEL_SIDE, fit: 'inside', withoutEnlargement: true } as const;
    return this.made(bytes, (image) => ({
      image: image.resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: MODEL_QUALITY }),
      type: 'image/jpeg',
    }));
  }

  private async made(bytes: Uint8Array, write: (image: Sharp, kind: Kept) => { image: Sharp; type: string }): Promise<CleanImage | undefined> {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const kind = kindOf(given);
    if (!isKept(kind)) return undefined;
    if (this.busy >= AT_ONCE) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.busy += 1;
    try {
      const sharp = await loadSharp();
      const { image, type } = write(sharp(given, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 }).autoOrient(), kind);
      return { bytes: await image.timeout({ seconds: SECONDS }).toBuffer(), type };
    } catch {
      return undefined; // damaged, or made to be
    } finally {
      const next = this.waiting.shift(); // takes over the place
      if (next) next();
      else this.busy -= 1;
    }
  }
}
