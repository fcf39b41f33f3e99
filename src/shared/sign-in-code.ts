/** Guesses at one texted code; after that only a new code helps. */
export const MAX_CODE_GUESSES = 5;
