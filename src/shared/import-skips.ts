/**
 * Why a conversation or a saved prompt was left out of an import, or shortened. Other clients show these texts as they
 * are; the page has a message for each key in the reader's language.
 */
export const IMPORT_SKIPS = {
  noId: 'It has no id',
  noMessages: 'It has no messages',
  tooManyMessages: 'It has more than {count} messages',
  present: 'It is here already',
  shortened: '{count} long messages were cut',
  chatTooLarge: 'It is larger than a chat may be',
  noRoom: 'There is no room for it in this account',
  expired: 'It was temporary, and its time is over',
  notPinned: 'It was pinned, and is not any more: {count} chats can be',
  noText: 'It has no text',
  promptTooLong: 'It is longer than a prompt may be',
} as const;

export type ImportSkipKey = keyof typeof IMPORT_SKIPS;

export const IMPORT_SKIP_KEYS = [
  'noId',
  'noMessages',
  'tooManyMessages',
  'present',
  'shortened',
  'chatTooLarge',
  'noRoom',
  'expired',
  'notPinned',
  'noText',
  'promptTooLong',
] as const satisfies readonly ImportSkipKey[];

export interface ImportSkip {
  readonly key: ImportSkipKey;
  readonly count?: number;
}

export const formatImportSkip = ({ key, count = 0 }: ImportSkip): string =>
  IMPORT_SKIPS[key].replace('{count}', String(count));
