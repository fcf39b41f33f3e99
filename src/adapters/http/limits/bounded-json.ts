import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { BodyTooLarge } from '../errors/body-errors.ts';

/** Shorter texts are parsed in milliseconds, whatever they hold. */
const MIN_COUNTED_LENGTH = 64 * 1024;
/** More than the largest export has; each costs up to a microsecond and a hundred bytes. */
const MAX_VALUES = 2_000_000;
/** In a body of the largest size, names and signs included; texts for people have more. */
const BYTES_PER_VALUE = 10;

/** Of a body that may have so many bytes. */
export const maxValuesOf = (maxBytes: number): number => Math.min(MAX_VALUES, maxBytes / BYTES_PER_VALUE);

const [QUOTE, BACKSLASH] = ['"', 0x5c];
const STRUCTURE: ReadonlySet<number> = new Set([...'[{,'].map((sign) => sign.charCodeAt(0)));

/** The end of the string that begins at `start`; the text's end where there is none. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf(QUOTE, start + 1); end !== -1; end = text.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
};

/** Whether a text of JSON has more than `max` values, of which nested ones count too. Linear, and cheap in strings. */
const hasMoreValues = (text: string, max: number): boolean => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === QUOTE) at = endOfString(text, at);
    else if (STRUCTURE.has(text.charCodeAt(at))) count += 1;
    if (count > max) return true;
  }
  return false;
};

/** The name itself, or an ASCII letter that nobody needs to escape. */
const SUSPICIOUS = /__proto__|\\u00[5-7]/i;

const namesPrototype = (root: unknown): boolean => {
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const each of Object.values(value)) open.push(each);
  }
  return false;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput('The body is not valid JSON', 'body');
  }
};

/**
 * Parses a request's JSON. Its size alone bounds neither time nor memory: a megabyte can be one string or a third of a
 * million objects. Throws `InvalidInput`, also for a key `__proto__`, and `BodyTooLarge` for too many values.
 */
export const parseBoundedJson = (text: string, maxValues: number): unknown => {
  if (text.length > MIN_COUNTED_LENGTH && hasMoreValues(text, maxValues)) throw new BodyTooLarge();
  const value = parse(text);
  if (SUSPICIOUS.test(text) && namesPrototype(value)) throw new InvalidInput('The body is not valid JSON', 'body');
  return value;
};
