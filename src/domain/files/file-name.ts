import { normalizeUnicode } from '../../shared/unicode.ts';

const MAX_NAME_LENGTH = 200;
const MAX_EXTENSION_LENGTH = 12;
/** Control characters, and those that reverse the reading direction to hide an extension. */
const HIDDEN_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Lower case, without the dot; may be empty. */
export const getExtension = (name: string): string => /\.([^.\s/\\]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Removes folders and hidden characters and cuts to 200 characters, preserving the extension. */
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

/** Unique tags of a comma-separated list. Undefined when there are more than 20, or one has more than 40 characters. */
export const parseTags = (list: string): readonly string[] | undefined => {
  const tags = list
    .split(',')
    .map((tag) =>
      normalizeUnicode(tag.replace(HIDDEN_CHARACTERS, '').replace(/\p{Cs}/gu, ''), 'NFC')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
  const unique = [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
  return unique.length > MAX_TAGS || unique.some((tag) => tag.length > MAX_TAG_LENGTH) ? undefined : unique;
};
