const SNIFF_BYTES = 2048;

const declaredCharset = (bytes: Buffer, type: string): string | undefined => {
  const inHeader = /charset\s*=\s*["']?([\w.:-]+)/.exec(type)?.[1];
  if (inHeader !== undefined) return inHeader;
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(bytes.subarray(0, SNIFF_BYTES).toString('latin1'))?.[1];
};

const decodeAs = (bytes: Buffer, label: string): string => {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString('utf8'); // unknown charset
  }
};

const BOMS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Decodes bytes by byte order mark, header, the page's `meta`, else as UTF-8. */
export const decodeText = (bytes: Buffer, type: string): string => {
  const mark = BOMS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  return decodeAs(bytes, mark ?? declaredCharset(bytes, type) ?? 'utf-8');
};

/** Media types that are treated as text. */
export const detectTextKind = (type: string, bytes: Buffer): 'html' | 'text' | undefined => {
  const media = type.split(';')[0]?.trim() ?? '';
  if (media === 'text/html' || media === 'application/xhtml+xml') return 'html';
  if (/^(text\/[\w.+-]+|application\/(json|xml|[\w.-]+\+(json|xml)))$/.test(media)) return 'text';
  if (media !== '' || bytes.subarray(0, SNIFF_BYTES).includes(0)) return undefined;
  return /<(!doctype|html|head|body)\b/i.test(bytes.subarray(0, SNIFF_BYTES).toString('latin1')) ? 'html' : 'text';
};
