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

const charsetOfBytes = (bytes: Buffer): string | undefined =>
  BOMS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? wideCharset(bytes);

/** By byte order mark, header and markup. */
const charsetOf = (bytes: Buffer, type: string): string | undefined =>
  charsetOfBytes(bytes) ?? declaredCharset(bytes, type);

/** Decodes bytes by what is said of them, else as UTF-8, else as what they look like. */
export const decodeText = (bytes: Buffer, type: string): string => {
  const decoder = decoderFor(charsetOf(bytes, type)) ?? new TextDecoder(guessCharset(bytes));
  // Node 20 loses the signs from 0x80 on of windows-1252 where it is given all at once.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
};

const NO_TEXT = /^(?:image|audio|video|font|model)\//;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
/** Also names a language of its own, which HTML may stand in. */
const OTHER_TEXT = /^(?:text\/(?!plain$)[\w.+-]+|application\/(?:json|xml|[\w.-]+\+(?:json|xml)))$/;

/** Zeros are in no text, but where letters have two bytes. */
const isBinary = (bytes: Buffer, type: string): boolean =>
  bytes.includes(0) && charsetOfBytes(bytes) === undefined && !/charset\s*=\s*["']?utf-?16/.test(type);
const CONTROL = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Servers name types wrongly, so bytes that are no text are none, and a type that says nothing is not asked. */
export const detectTextKind = (type: string, bytes: Buffer): 'html' | 'text' | undefined => {
  const media = type.split(';')[0]?.trim() ?? '';
  const beginning = bytes.subarray(0, SNIFF_BYTES);
  if (NO_TEXT.test(media) || isBinary(beginning, type)) return undefined;
  if (HTML.test(media)) return 'html';
  if (media === 'text/plain' || OTHER_TEXT.test(media)) return 'text';
  const text = beginning.toString('latin1');
  if (CONTROL.test(text)) return undefined;
  return /<(!doctype|html|head|body)\b/i.test(text) ? 'html' : 'text';
};
