const MIN_LENGTH = 32;
/** 32 random hex digits have fewer once in five billion times. */
const MIN_DISTINCT = 7;
/** Bits of Shannon entropy over the whole text; 32 random hex digits have about 110, one in a million below 90. */
const MIN_BITS = 75;
/** Share of distinct trigrams; a repeated pattern has few. */
const MIN_UNIQUE_TRIPLES = 0.6;
/** Maximum share of neighbours that are equal or consecutive, as in a run; one random text in a million passes half. */
const MAX_SEQUENTIAL = 0.6;
/** Texts of examples and placeholders. */
const SAMPLE_SECRETS = [
  'changeme',
  'changethis',
  'yoursecret',
  'yourappsecret',
  'replaceme',
  'replacethis',
  'placeholder',
  'examplesecret',
  'supersecret',
  'mysecret',
  'insertsecret',
  'secretkeyhere',
  'randomcharacters',
];

/** Why a secret is weak; undefined for a strong one. Never contains the secret. */
export const secretWeakness = (secret: string): string | undefined => {
  if (secret.length < MIN_LENGTH) return `must be at least ${MIN_LENGTH} characters`;
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
  if (SAMPLE_SECRETS.some((sample) => letters.includes(sample)))
    return 'must not be a sample value; make one with: openssl rand -hex 32';
  const isGuessable =
    new Set(secret).size < MIN_DISTINCT ||
    entropyBits(secret) < MIN_BITS ||
    uniqueTripleShare(secret) < MIN_UNIQUE_TRIPLES ||
    sequentialShare(secret) > MAX_SEQUENTIAL;
  return isGuessable
    ? 'is too easy to guess (few or repeated characters); make one with: openssl rand -hex 32'
    : undefined;
};

const entropyBits = (text: string): number => {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / text.length), 0);
};

const uniqueTripleShare = (text: string): number => {
  const triples = Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
  return new Set(triples).size / triples.length;
};

const sequentialShare = (text: string): number => {
  const sequential = Array.from(
    { length: text.length - 1 },
    (_, at) => Math.abs(text.charCodeAt(at + 1) - text.charCodeAt(at)) <= 1,
  );
  return sequential.filter(Boolean).length / sequential.length;
};
