/** A draft: what was typed, and long texts that were pasted into it and are folded. */
interface DraftParts {
  readonly typed: string;
  readonly pasted: readonly string[];
}

/**
 * Of the private use area, so no keyboard types it. The parts of a draft are one text, and so wherever a draft goes
 * (another chat, a reload, a sign-in) its pasted texts go too.
 */
const SEPARATOR = '\uE000';

/** A longer text is folded when it is pasted. */
const MAX_UNFOLDED_LENGTH = 4_000;

export const isLongPaste = (text: string): boolean => text.length > MAX_UNFOLDED_LENGTH;

export const parseDraft = (draft: string): DraftParts => {
  const [typed = '', ...pasted] = draft.split(SEPARATOR);
  return { typed, pasted };
};

const withoutSeparators = (text: string): string => text.replaceAll(SEPARATOR, '');

export const formatDraft = ({ typed, pasted }: DraftParts): string =>
  [typed, ...pasted].map(withoutSeparators).join(SEPARATOR);

/** What is sent of a draft: its parts below each other. */
export const toMessageText = (draft: string): string =>
  draft.includes(SEPARATOR)
    ? draft
        .split(SEPARATOR)
        .filter((part) => part.trim() !== '')
        .join('\n\n')
    : draft;
