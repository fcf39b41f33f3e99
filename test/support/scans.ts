import { writePdf } from './documents.ts';
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';

// PDFs whose pages are pictures, made byte by byte.

export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  /** More entries of its dictionary: colours, filter. */
  readonly entries: string;
  readonly bytes: Buffer;
}

export interface PicturePage {
  readonly pictures: readonly PdfPicture[];
  /** Where the pictures are painted: `/P0 Do`, `/P1 Do`. */
  readonly content: string;
  readonly entries?: string;
}

export const PAGE_WIDTH = 200;
export const PAGE_HEIGHT = 300;
/** The first picture on the whole page. */
export const WHOLE_PAGE = `q ${PAGE_WIDTH} 0 0 ${PAGE_HEIGHT} 0 0 cm /P0 Do Q`;

const stream = (entries: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

/** A PDF of such pages; a page of text is its content alone. */
export const picturePdf = (pages: readonly PicturePage[]): Buffer => {
  const objects: Buffer[] = [];
  const add = (body: Buffer | string): number => objects.push(Buffer.from(body));
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = pages.map(({ pictures, content, entries = '' }) => {
    const names = pictures.map((picture, at) => {
      const head =
        `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ` + `${picture.height} ${picture.entries}`;
      return `/P${at} ${add(stream(head, picture.bytes))} 0 R`;
    });
    const contents = add(stream('', Buffer.from(content)));
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] ${entries} /Resources << /Font << ` +
        `/F1 3 0 R >> /XObject << ${names.join(' ')} >> >> /Contents ${contents} 0 R >>`,
    );
  });
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  return writePdf(objects);
};

/** Grey pixels of a PDF. */
export const greyPicture = (width: number, height: number, pixels: Buffer): PdfPicture => ({
  width,
  height,
  entries: '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
  bytes: deflateSync(pixels),
});

/** White, but for a black quarter at the top left. */
export const quarterPixels = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(width * height, 0xff);
  for (let row = 0; row < height / 2; row += 1) pixels.fill(0, row * width, row * width + width / 2);
  return pixels;
};

const pageSvg = (lines: readonly string[], width: number, height: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" ` +
      `fill="white"/>` +
      lines
        .map((line, at) => `<text x="80" y="${140 + at * 80}" font-size="44" font-family="sans-serif">${line}</text>`)
        .join('') +
      '</svg>',
  );

/** An image of typed lines, as a scanner makes it. */
export const pageImage = (lines: readonly string[], format: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  sharp(pageSvg(lines, 1400, 2100))
    .greyscale()
    .toFormat(format)
    .toBuffer();

/** A scan: each page is one JPEG of its lines. A page without lines has no picture. */
export const scanOf = async (pages: readonly (readonly string[])[]): Promise<Buffer> => {
  const entries = '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode';
  const made = pages.map(async (lines): Promise<PicturePage> => {
    if (lines.length === 0) return { pictures: [], content: '' };
    const picture = { width: 1400, height: 2100, entries, bytes: await pageImage(lines, 'jpeg') };
    return { pictures: [picture], content: WHOLE_PAGE };
  });
  return picturePdf(await Promise.all(made));
};
