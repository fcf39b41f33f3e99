/** With a larger share of non-ASCII bytes it is no western text in an old character set. */
const MAX_NON_ASCII_SHARE = 0.3;
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

const decodeAs = (bytes: Uint8Array, label: string, isTruncated: boolean): string | undefined => {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    // Node 20 loses the signs from 0x80 on of windows-1252 where it is given all at once.
    const text = decoder.decode(bytes, { stream: true });
    return isTruncated ? text : text + decoder.decode();
  } catch {
    return undefined;
  }
};

const detectEncoding = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

const nonAsciiShare = (bytes: Uint8Array): number => {
  let count = 0;
  for (const byte of bytes) count += Number(byte > 0x7f);
  return count / bytes.length;
};

const decodeBytes = (bytes: Uint8Array, isTruncated: boolean): string | undefined => {
  const label = detectEncoding(bytes);
  if (label === 'utf-8' && bytes.includes(0)) return undefined;
  const isWestern = () => label === 'utf-8' && nonAsciiShare(bytes) < MAX_NON_ASCII_SHARE;
  const text =
    decodeAs(bytes, label, isTruncated) ?? (isWestern() ? decodeAs(bytes, 'windows-1252', isTruncated) : undefined);
  return text === undefined || CONTROL.test(text) ? undefined : text;
};

/** Decodes UTF-8, UTF-16 with a byte order mark, or windows-1252. Undefined: not a text. */
export const decodeText = (bytes: Uint8Array): string | undefined => decodeBytes(bytes, false);

/** The same for the first `maxBytes` bytes, which may end within a character. */
export const decodePrefix = (bytes: Uint8Array, maxBytes: number): string | undefined =>
  decodeBytes(bytes.subarray(0, maxBytes), bytes.length > maxBytes);
