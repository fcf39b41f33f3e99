import { decodeIco } from './ico.ts';
import { loadSharp } from './load-sharp.ts';
import { detectImageType } from '../../platform/image-type.ts';

const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 5;
const QUALITY = 78;

/** Maximum size: a width, or a square to fit into. */
export type TargetSize = { readonly width: number } | { readonly side: number };

/**
 * An image re-encoded as WebP: only pixels survive, no metadata, nothing appended. Undefined for an unknown format,
 * more than 40 million pixels, or a timeout.
 */
export const reEncode = async (bytes: Buffer, size: TargetSize): Promise<Uint8Array | undefined> => {
  try {
    const sharp = await loadSharp();
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;
    const kind = detectImageType(bytes);
    const found = kind === 'ico' ? decodeIco(bytes) : bytes;
    if (!kind || !found) return undefined;
    const image = Buffer.isBuffer(found)
      ? sharp(detectImageType(found) ? found : Buffer.alloc(0), options)
      : sharp(found.rgba, { raw: { width: found.width, height: found.height, channels: 4 } });
    const fitted =
      'width' in size
        ? image.autoOrient().resize({ width: size.width, withoutEnlargement: true })
        : image.resize({ width: size.side, height: size.side, fit: 'inside', withoutEnlargement: true });
    return await fitted.timeout({ seconds: TIMEOUT_SECONDS }).webp({ quality: QUALITY }).toBuffer();
  } catch {
    return undefined; // damaged or hostile
  }
};
