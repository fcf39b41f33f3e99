export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'ico';

const HEAD_BYTES = 32;

/** The type by content, whatever the sender claims. Anything else, SVG included, is undefined and never displayed. */
export const detectImageType = (bytes: Uint8Array): ImageType | undefined => {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8))) return 'avif';
  return head.startsWith('\0\0\x01\0') ? 'ico' : undefined;
};
