import { normalizeUnicode } from '../kernel/unicode.ts';

const MAX_NAME_LENGTH = 200;
const MAX_EXTENSION_LENGTH = 12;
/** Control characters, and those that turn the reading direction around to hide an ending. */
const HIDDEN_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The ending of a name, lower case and without its dot; empty when it has none. */
export const getExtension = (name: string): string => /\.([^.\s/\\]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A name as it may be kept and shown: no folders, nothing hidden, at most 200 characters with the ending kept. */
export const sanitizeFileName = (rawName: string): string => {
  const last = rawName.slice(-10_000).split(/[/\\]/).at(-1) ?? '';
  const name = normalizeUnicode(last.replace(HIDDEN_CHARACTERS, '').replace(/\p{Cs}/gu, ''), 'NFC')
    .replace(/\s+/g, ' ')
    .trim();
  if (name.replace(/[. ]/g, '') === '') return 'file';
  const letters = [...name];
  if (letters.length <= MAX_NAME_LENGTH) return name;
  const extension = getExtension(name);
  const suffix = extension === '' || extension.length > MAX_EXTENSION_LENGTH ? '' : `.${extension}`;
  return letters.slice(0, MAX_NAME_LENGTH - suffix.length).join('') + suffix;
};

const MAX_TAG_LENGTH = 40;
const MAX_TAGS = 20;

/** Tags out of a list with commas: each once, at most 20 of at most 40 characters. Undefined: more or longer ones came. */
export const parseTags = (list: string): readonly string[] | undefined => {
  const tags = list
    .split(',')
    .map((tag) =>
      tag
        .replace(HIDDEN_CHARACTERS, '')
        .replace(/\p{Cs}/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
  const unique = [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
  return unique.length > MAX_TAGS || unique.some((tag) => tag.length > MAX_TAG_LENGTH) ? undefined : unique;
};
