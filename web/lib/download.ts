import { trimEndMatching } from './trim-end.ts';
import { normalizeUnicode } from '../../src/shared/unicode.ts';

const MAX_NAME_LENGTH = 60;

/** A title as the name of a file: letters and digits of any script, words joined by hyphens. */
export const toFileName = (title: string, extension: string): string => {
  const slug = normalizeUnicode(title, 'NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-/, '');
  return `${trimEndMatching(Array.from(slug).slice(0, MAX_NAME_LENGTH).join(''), /-/) || 'conversation'}.${extension}`;
};

/** Gives the reader a file that was made here; nothing leaves the page. */
export const downloadText = (name: string, type: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type }));

/** Saves bytes as a file. */
export const downloadBlob = (name: string, bytes: Blob): void => {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after the click
};
