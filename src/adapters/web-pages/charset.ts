import { TextDecoder } from 'node:util';

import { guessCharset } from './guess-charset.ts';

const SNIFF_BYTES = 2048;
/** Scripts and styles may stand before a page's `meta`. */
const HEAD_BYTES = 16 * 1024;
const NAME = '["\']?([\\w.:-]+)';
const META = new RegExp(`<meta[^>]{0,200}charset\\s*=\\s*${NAME}`, 'i');
const DECLARATION = new RegExp(`^\\s*<\\?xml[^>]{0,100}encoding\\s*=\\s*${NAME}`, 'i');

/** Whoever could read `utf-16` in single bytes has not UTF-16. */
const withoutWide = (label: string | undefined): string | undefined =>
  label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;

const declaredCharset = (bytes: Buffer, type: string): string | undefined => {
  const inHeader = /charset\s*=\s*["']?([\w.:-]+)/.exec(type)?.[1];
  if (inHeader !== undefined) return inHeader;
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  return withoutWide((META.exec(head) ?? DECLARATION.exec(head))?.[1]);
};

/** Undefined for an unknown charset. */
const decoderFor = (label: string | undefined): TextDecoder | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    return undefined;
  }
};

const BOMS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Markup in UTF-16 without a mark: every other byte of `<html` is zero. */
const wideCharset = (bytes: Buffer): string | undefined => {
  const [first, second, third, fourth] = bytes;
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le';
  return first === 0 && third === 0 && second !== 0 ? 'utf-16be' : undefined;
};

/** By byte order mark, header and markup. */
const charsetOf = (bytes: Buffer, type: string): string | undefined =>
  BOMS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ??
  wideCharset(bytes) ??
  declaredCharset(bytes, type);

/** Decodes bytes by what is said of them, else as UTF-8, else as what they look like. */
export const decodeText = (bytes: Buffer, type: string): string => {
  const decoder = decoderFor(charsetOf(bytes, type)) ?? new TextDecoder(guessCharset(bytes));
  // Node 20 loses the signs from 0x80 on of windows-1252 where it is given all at once.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
};

/** Media types that are treated as text. */
export const detectTextKind = (type: string, bytes: Buffer): 'html' | 'text' | undefined => {
  const media = type.split(';')[0]?.trim() ?? '';
  if (media === 'text/html' || media === 'application/xhtml+xml') return 'html';
  if (/^(text\/[\w.+-]+|application\/(json|xml|[\w.-]+\+(json|xml)))$/.test(media)) return 'text';
  if (media !== '' || bytes.subarray(0, SNIFF_BYTES).includes(0)) return undefined;
  return /<(!doctype|html|head|body)\b/i.test(bytes.subarray(0, SNIFF_BYTES).toString('latin1')) ? 'html' : 'text';
};
