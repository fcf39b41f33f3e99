/** Longer texts are told, not looked up. */
const MOST_CHARACTERS = 300;
const FEWEST_WORDS = 3;

const OPENINGS = /^\s*(?:search|find|look up|google)\b/i;
const WORDS = /\b(?:latest|news|today|current|recent|price of|weather|who won|vs)\b|\bbest\b.*\bfor\b|\b(?:20[2-9]\d|2[1-9]\d\d)\b/is;

/** Whether a text asks for something that the web knows better than a model: then it is searched for (D-44). */
export const isSearchLike = (text: string): boolean =>
  text.length <= MOST_CHARACTERS
  && !text.includes('```')
  && text.trim().split(/\s+/).length >= FEWEST_WORDS
  && (OPENINGS.test(text) || WORDS.test(text));
