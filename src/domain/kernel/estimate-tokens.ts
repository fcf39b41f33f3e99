/** Code units from here on are scripts without spaces, or halves of an emoji: about one token each. */
const FIRST_DENSE_UNIT = 0x2e_80;
const FIRST_BEYOND_ASCII = 0x80;

/** The estimate before rounding, to add up texts that arrive in pieces. */
export const measureTokens = (text: string): number => {
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_BEYOND_ASCII) quarters += 1;
    else quarters += unit < FIRST_DENSE_UNIT ? 2 : 4;
  }
  return quarters / 4;
};

/**
 * About the tokens that a model counts: four letters of English, two of other alphabets, one Chinese,
 * Japanese or Korean character.
 */
export const estimateTokens = (text: string): number => Math.ceil(measureTokens(text));
