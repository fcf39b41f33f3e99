import type { Sharp } from 'sharp';

import { DocumentReaderBusy } from '../../domain/files/errors.ts';
import { type SanitizedImage, ImageProcessor, type OwnedImage } from '../../domain/files/ports/images.ts';
import { FairSemaphore, QueueFull, type SemaphoreLimits } from '../../platform/semaphore.ts';
import { loadSharp } from './load-sharp.ts';
import { detectImageType, type ImageType } from '../../platform/image-type.ts';

const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;
const JPEG_QUALITY = 90;
/** Models use no more resolution than this; more only costs. */
const MODEL_MAX_SIDE = 1568;
const MODEL_QUALITY = 82;
/** About 220 dots per inch of a page: letters need no more, and smaller images are enlarged. */
const RECOGNITION_SIDE = 2600;
const DEFAULT_LIMITS: SemaphoreLimits = { permits: 2, maxQueued: 100, maxQueuedPerOwner: 20 };

type SupportedType = Exclude<ImageType, 'avif' | 'ico'>;

const isSupported = (kind: ImageType | undefined): kind is SupportedType =>
  kind !== undefined && kind !== 'avif' && kind !== 'ico';

type EncodeStep = (image: Sharp, kind: SupportedType) => { image: Sharp; type: string };

const ENCODERS: Readonly<Record<SupportedType, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: JPEG_QUALITY }),
  png: (image) => image.png(),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: JPEG_QUALITY }),
};

/** Users' images, re-encoded: rotated upright, only pixels survive. */
export class SharpImageProcessor extends ImageProcessor {
  private readonly semaphore: FairSemaphore;

  constructor(limits: SemaphoreLimits = DEFAULT_LIMITS) {
    super();
    this.semaphore = new FairSemaphore(limits);
  }

  sanitize(input: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined> {
    return this.process(input, signal, (image, kind) => ({ image: ENCODERS[kind](image), type: `image/${kind}` }));
  }

  resizeForModel(input: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined> {
    const size = { width: MODEL_MAX_SIDE, height: MODEL_MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const;
    return this.process(input, signal, (image) => ({
      image: image.resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: MODEL_QUALITY }),
      type: 'image/jpeg',
    }));
  }

  prepareForRecognition(input: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined> {
    const size = { width: RECOGNITION_SIDE, height: RECOGNITION_SIDE, fit: 'inside' } as const;
    return this.process(input, signal, (image) => ({
      image: image.flatten({ background: '#ffffff' }).greyscale().resize(size).png({ compressionLevel: 1 }),
      type: 'image/png',
    }));
  }

  private async process(
    { ownerId, bytes }: OwnedImage,
    signal: AbortSignal,
    write: EncodeStep,
  ): Promise<SanitizedImage | undefined> {
    const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const kind = detectImageType(input);
    if (!isSupported(kind)) return undefined;
    return this.semaphore
      .run(ownerId, signal, () => transform(input, kind, write))
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? new DocumentReaderBusy() : error;
      });
  }
}

const transform = async (
  input: Buffer,
  kind: SupportedType,
  write: EncodeStep,
): Promise<SanitizedImage | undefined> => {
  try {
    const sharp = await loadSharp();
    const { image, type } = write(
      sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).autoOrient(),
      kind,
    );
    return { bytes: await image.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer(), type };
  } catch {
    return undefined; // damaged or hostile
  }
};
