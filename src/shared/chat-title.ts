/** The stored title of a chat without a name. */
export const UNTITLED = 'New Chat';

const MAX_FALLBACK_CHARACTERS = 40;

/** The start of the question: used when no model generated a title. */
export const fallbackTitle = (question: string): string =>
  question.replace(/\s+/g, ' ').trim().slice(0, MAX_FALLBACK_CHARACTERS).trim();
