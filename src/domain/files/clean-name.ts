import { normalized } from '../kernel/unicode.ts';

const LONGEST = 200;
const LONGEST_ENDING = 12;
/** Control characters, and those that turn the reading direction around to hide an ending. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The ending of a name, lower case and without its dot; empty when it has none. */
export const endingOf = (name: string): string => /\.([^.\s/\\]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A name as it may be kept and shown: no folders, nothing hidden, at most 200 characters with the ending kept. */
export const cleanName = (given: string): string => {
  const last = given.slice(-10_000).split(/[/\\]/).at(-1) ?? '';
  const name = normalized(last.replace(HIDDEN, '').replace(/\p{Cs}/gu, ''), 'NFC')
    .replace(/\s+/g, ' ')
    .trim();
  if (name.replace(/[. ]/g, '') === '') return 'file';
  const letters = [...name];
  if (letters.length <= LONGEST) return name;
  const ending = endingOf(name);
  const kept = ending === '' || ending.length > LONGEST_ENDING ? '' : `.${ending}`;
  return letters.slice(0, LONGEST - kept.length).join('') + kept;
};

const LONGEST_TAG = 40;
const MOST_TAGS = 20;

/** Tags out of a list with commas: each once, at most 20 of at most 40 characters. Undefined: more or longer ones came. */
export const tagsOf = (list: string): readonly string[] | undefined => {
  const tags = list
    .split(',')
    .map((tag) =>
      tag
        .replace(HIDDEN, '')
        .replace(/\p{Cs}/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
  const once = [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
  return once.length > MOST_TAGS || once.some((tag) => tag.length > LONGEST_TAG) ? undefined : once;
};
