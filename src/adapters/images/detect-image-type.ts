export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'ico';

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** The type by content, whatever the sender claims. Anything else, SVG included, is undefined and never displayed. */
export const detectImageType = (bytes: Buffer): ImageType | undefined => {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 32))) return 'avif';
  return ascii(bytes, 0, 4) === '\0\0\x01\0' ? 'ico' : undefined;
};
