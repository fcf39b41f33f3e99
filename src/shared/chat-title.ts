/** The title of a chat that nobody has named, as it is stored. */
export const UNTITLED = 'New Chat';

const MAX_FALLBACK_CHARACTERS = 40;

/** The opening of the question: what a chat is called when no model named it. */
export const fallbackTitle = (question: string): string =>
  question.replace(/\s+/g, ' ').trim().slice(0, MAX_FALLBACK_CHARACTERS).trim();
