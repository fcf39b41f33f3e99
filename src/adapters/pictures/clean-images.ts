import type { Sharp } from 'sharp';

import { ReadingBusy } from '../../domain/files/errors.ts';
import { type CleanImage, Images, type OwnedImage } from '../../domain/files/ports.ts';
import { FairQueue, QueueFull, type QueueLimits } from '../../fair-queue.ts';
import { loadSharp } from './load-sharp.ts';
import { kindOf, type PictureKind } from './sniff.ts';

const PIXELS = 40_000_000;
const SECONDS = 20;
const JPEG_QUALITY = 90;
/** Models look at no more than this; more only costs. */
const MODEL_SIDE = 1568;
const MODEL_QUALITY = 82;
const LIMITS: QueueLimits = { places: 2, waiting: 100, waitingOfOne: 20 };

type Kept = Exclude<PictureKind, 'avif' | 'ico'>;

const isKept = (kind: PictureKind | undefined): kind is Kept => kind !== undefined && kind !== 'avif' && kind !== 'ico';

type Write = (image: Sharp, kind: Kept) => { image: Sharp; type: string };

const WRITE: Readonly<Record<Kept, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: JPEG_QUALITY }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: JPEG_QUALITY }),
};

/** Images of people: only pixels survive, the right way up, no metadata and nothing hidden behind them. */
export class CleanImages extends Images {
  private readonly queue: FairQueue;

  constructor(limits: QueueLimits = LIMITS) {
    super();
    this.queue = new FairQueue(limits);
  }

  clean(given: OwnedImage, signal: AbortSignal): Promise<CleanImage | undefined> {
    return this.made(given, signal, (image, kind) => ({ image: WRITE[kind](image), type: `image/${kind}` }));
  }

  forModel(given: OwnedImage, signal: AbortSignal): Promise<CleanImage | undefined> {
    const size = { width: MODEL_SIDE, height: MODEL_SIDE, fit: 'inside', withoutEnlargement: true } as const;
    return this.made(given, signal, (image) => ({
      image: image.resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: MODEL_QUALITY }),
      type: 'image/jpeg',
    }));
  }

  private async made(
    { ownerId, bytes }: OwnedImage,
    signal: AbortSignal,
    write: Write,
  ): Promise<CleanImage | undefined> {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const kind = kindOf(given);
    if (!isKept(kind)) return undefined;
    return this.queue
      .run(ownerId, signal, () => decoded(given, kind, write))
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? new ReadingBusy() : error;
      });
  }
}

const decoded = async (given: Buffer, kind: Kept, write: Write): Promise<CleanImage | undefined> => {
  try {
    const sharp = await loadSharp();
    const { image, type } = write(
      sharp(given, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 }).autoOrient(),
      kind,
    );
    return { bytes: await image.timeout({ seconds: SECONDS }).toBuffer(), type };
  } catch {
    return undefined; // damaged, or made to be
  }
};
