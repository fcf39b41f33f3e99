import { deflateSync, crc32 } from 'node:zlib';

import { getResolvedPDFJS } from 'unpdf';

import { damaged } from './document-errors.ts';
import { MAX_PAGE_PIXELS, MAX_PICTURE_PIXELS, MAX_PICTURES } from './limits.ts';
import { openPdf, type Pdf } from './parse-pdf.ts';

type Page = Awaited<ReturnType<Pdf['getPage']>>;
type OperatorList = Awaited<ReturnType<Page['getOperatorList']>>;
/** Maps (x, y) to (a·x + c·y + e, b·x + d·y + f). */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface Picture {
  readonly width: number;
  readonly height: number;
  /** The grey of a pixel, 0 to 255; undefined where it is transparent. */
  readonly greyAt: (pixel: number, row: number, column: number) => number | undefined;
  /** From the unit square to the page. */
  readonly place: Matrix;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const WHITE = 255;
/** Smaller pictures are signs and lines. */
const MIN_SIDE = 40;
/** Opaque enough to be seen. */
const MIN_ALPHA = 128;

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const invert = ([a, b, c, d, e, f]: Matrix): Matrix | undefined => {
  const size = a * d - b * c;
  if (!Number.isFinite(size) || Math.abs(size) < 1e-12) return undefined;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
};

const toMatrix = (values: unknown): Matrix | undefined => {
  if (!Array.isArray(values) && !ArrayBuffer.isView(values)) return undefined;
  const [a, b, c, d, e, f] = Array.from(Object.values(values), Number);
  const isWhole = [a, b, c, d, e, f].every((value) => Number.isFinite(value));
  return isWhole ? [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0] : undefined;
};

const grey = (red: number, green: number, blue: number): number => (red * 77 + green * 151 + blue * 28) >> 8;

/** How pdf.js stores the pixels of each kind. */
const readers = (data: Uint8Array, width: number): Readonly<Record<number, Picture['greyAt']>> => {
  const at = (index: number) => data[index] ?? WHITE;
  const rowBytes = (width + 7) >> 3;
  const bit = (row: number, column: number) => (at(row * rowBytes + (column >> 3)) >> (7 - (column & 7))) & 1;
  return {
    0: (_pixel, row, column) => (bit(row, column) === 0 ? 0 : undefined), // a mask paints its zeros
    1: (_pixel, row, column) => bit(row, column) * WHITE,
    2: (pixel) => grey(at(pixel * 3), at(pixel * 3 + 1), at(pixel * 3 + 2)),
    3: (pixel) =>
      at(pixel * 4 + 3) < MIN_ALPHA ? undefined : grey(at(pixel * 4), at(pixel * 4 + 1), at(pixel * 4 + 2)),
  };
};
const MASK_KIND = 0;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const toPicture = (image: unknown, isMask: boolean, place: Matrix): Picture | undefined => {
  if (!isRecord(image)) return undefined;
  const { data, kind } = image;
  const [width, height] = [Number(image['width']), Number(image['height'])];
  if (!ArrayBuffer.isView(data) || !(width >= MIN_SIDE && height >= MIN_SIDE) || width * height > MAX_PICTURE_PIXELS)
    return undefined;
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const greyAt = readers(pixels, width)[isMask ? MASK_KIND : Number(kind)];
  return greyAt && { width, height, greyAt, place };
};

/** The image that an operator paints: its own pixels, or those of an object that is loaded by its name. */
const loadImage = async (page: Page, args: readonly unknown[]): Promise<unknown> => {
  const [first] = args;
  const name = isRecord(first) ? first['data'] : first;
  if (typeof name !== 'string') return first;
  const store = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => void store.get(name, resolve));
};

type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

/** Follows the operators that move what is painted after them. */
class Placement {
  current = IDENTITY;
  private readonly saved: Matrix[] = [];

  constructor(private readonly operators: Operators) {}

  follow(operator: number, args: readonly unknown[]): void {
    const { save, restore, transform, paintFormXObjectBegin, paintFormXObjectEnd } = this.operators;
    if (operator === save) this.saved.push(this.current);
    else if (operator === restore || operator === paintFormXObjectEnd) this.current = this.saved.pop() ?? IDENTITY;
    else if (operator === transform) this.move(args);
    else if (operator === paintFormXObjectBegin) {
      this.saved.push(this.current);
      this.move(args[0]);
    }
  }

  private move(by: unknown): void {
    this.current = multiply(this.current, toMatrix(by) ?? IDENTITY);
  }
}

/** The pictures of a page with their places. */
const collectPictures = async (page: Page, { fnArray, argsArray }: OperatorList): Promise<Picture[]> => {
  const { OPS } = await getResolvedPDFJS();
  const images = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const placement = new Placement(OPS);
  const pictures: Picture[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown[] = Array.isArray(argsArray[index]) ? argsArray[index] : [];
    placement.follow(operator, args);
    if (!images.has(operator) || pictures.length >= MAX_PICTURES) continue;
    const isMask = operator === OPS.paintImageMaskXObject;
    const picture = toPicture(await loadImage(page, args), isMask, placement.current);
    if (picture) pictures.push(picture);
  }
  return pictures;
};

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** The part of the canvas that a picture can reach. */
const boundsOf = ([a, b, c, d, e, f]: Matrix, { width, height }: Canvas) => {
  const xs = CORNERS.map(([x, y]) => a * x + c * y + e);
  const ys = CORNERS.map(([x, y]) => b * x + d * y + f);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    right: Math.min(width, Math.ceil(Math.max(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    bottom: Math.min(height, Math.ceil(Math.max(...ys))),
  };
};

/** Paints a picture, wherever it is turned to: each pixel of the canvas looks up its own. */
const paint = (canvas: Canvas, { width, height, greyAt }: Picture, place: Matrix): void => {
  const inverse = invert(place);
  if (!inverse) return;
  const [a, b, c, d, e, f] = inverse;
  const { left, right, top, bottom } = boundsOf(place, canvas);
  const { pixels, width: columns } = canvas;
  for (let y = top; y < bottom; y += 1) {
    const uOfRow = c * (y + 0.5) + e;
    const vOfRow = d * (y + 0.5) + f;
    for (let x = left; x < right; x += 1) {
      const u = a * (x + 0.5) + uOfRow;
      const v = b * (x + 0.5) + vOfRow;
      if (u < 0 || u >= 1 || v <= 0 || v > 1) continue;
      const row = Math.floor((1 - v) * height);
      const column = Math.floor(u * width);
      const grey = greyAt(row * width + column, row, column);
      if (grey !== undefined) pixels[y * columns + x] = grey;
    }
  }
};

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** Grey pixels as PNG, which every reader of images knows. */
const encodePng = ({ width, height, pixels }: Canvas): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Pixels per point of the sharpest picture, as far as the page fits. */
const resolutionOf = (pictures: readonly Picture[], width: number, height: number): number => {
  const densities = pictures.map(({ width: pixels, place: [a, b] }) => pixels / Math.hypot(a, b));
  const wanted = Math.max(...densities.filter(Number.isFinite), 1);
  return Math.min(wanted, Math.sqrt(MAX_PAGE_PIXELS / (width * height)));
};

const drawPictures = (pictures: readonly Picture[], page: Page): Buffer | undefined => {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = resolutionOf(pictures, width, height);
  const viewport = page.getViewport({ scale });
  const [columns, rows] = [Math.floor(viewport.width), Math.floor(viewport.height)];
  const toCanvas = toMatrix(viewport.transform);
  if (!toCanvas || !(columns > 0 && rows > 0) || columns * rows > 2 * MAX_PAGE_PIXELS) return undefined;
  const canvas = { width: columns, height: rows, pixels: new Uint8Array(columns * rows).fill(WHITE) };
  for (const picture of pictures) paint(canvas, picture, multiply(toCanvas, picture.place));
  return encodePng(canvas);
};

/** The pictures of a page of a PDF, drawn where they stand; undefined without any. Throws `FileUnreadable`. */
export const drawPage = async (bytes: Uint8Array, number: number): Promise<Buffer | undefined> => {
  const pdf = await openPdf(bytes);
  try {
    const page = await pdf.getPage(number);
    const pictures = await collectPictures(page, await page.getOperatorList());
    return pictures.length === 0 ? undefined : drawPictures(pictures, page);
  } catch (error) {
    throw damaged(error);
  } finally {
    await pdf.destroy();
  }
};
