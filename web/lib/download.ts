import { withoutEnding } from './text-ends.ts';
import { normalized } from './unicode.ts';

const NAME_LENGTH = 60;

/** A title as the name of a file: letters and digits of any script, words joined by hyphens. */
export const fileNameOf = (title: string, extension: string): string => {
  const words = normalized(title, 'NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-/, '');
  return `${withoutEnding(Array.from(words).slice(0, NAME_LENGTH).join(''), /-/) || 'conversation'}.${extension}`;
};

/** Gives the reader a file that was made here; nothing leaves the page. */
export const download = (name: string, type: string, text: string): void => save(name, new Blob([text], { type }));

/** Gives the reader bytes that the page holds as a file. */
export const save = (name: string, bytes: Blob): void => {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after the click
};
