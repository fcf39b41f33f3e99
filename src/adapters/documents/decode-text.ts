/** More than this share of letters outside ASCII is no western text in one of the old character sets. */
const MOST_HIGH = 0.3;
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

const decoded = (bytes: Uint8Array, label: string, isCut: boolean): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
};

const labelOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

const shareOfHigh = (bytes: Uint8Array): number => {
  let count = 0;
  for (const byte of bytes) count += Number(byte > 0x7f);
  return count / bytes.length;
};

const textIn = (bytes: Uint8Array, isCut: boolean): string | undefined => {
  const label = labelOf(bytes);
  if (label === 'utf-8' && bytes.includes(0)) return undefined;
  const isWestern = () => label === 'utf-8' && shareOfHigh(bytes) < MOST_HIGH;
  const text = decoded(bytes, label, isCut) ?? (isWestern() ? decoded(bytes, 'windows-1252', isCut) : undefined);
  return text === undefined || CONTROL.test(text) ? undefined : text;
};

/** The text that the bytes are: UTF-8, UTF-16 with its mark, or the western set of old files. Undefined: they are no text. */
export const decodeText = (bytes: Uint8Array): string | undefined => textIn(bytes, false);

/** The same of the first `most` bytes, which may end within a letter. */
export const beginningOf = (bytes: Uint8Array, most: number): string | undefined =>
  textIn(bytes.subarray(0, most), bytes.length > most);
