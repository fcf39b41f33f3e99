const SHOWN_DIGITS = 4;

/** `a•••@example.org` */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
};

/** `•••0100` */
export const maskPhone = (number: string): string => `•••${number.slice(-SHOWN_DIGITS)}`;

/** Longer texts are cut first. */
const MAX_LENGTH = 4000;
const KEY = /\b(?:sk|gsk|rk|pk|whsec|ghp|xai|hf)[-_][\w*.-]{4,}/gi;
/** A value after one of these words is a secret, unless it is a plain word. */
const NAMED = /(?<![a-z])(?:key|token|bearer|basic|password|secret)[-_ :="']{1,4}([\w*.~+/=-]{4,})/gi;
/** Bounded by the standard's limits, because unbounded parts would take quadratic time. */
const EMAIL = /[\w.+%-]{1,64}@[\w.-]{1,253}/g;
const LONG = /[A-Za-z0-9+/]{20,}={0,2}/g;

const isWord = (value: string): boolean => value.length < 20 && /^[a-z]+[.:]?$/i.test(value);

const isMixed = (run: string): boolean => /\d/.test(run) && /[A-Za-z]/.test(run) && !/\/[a-z]+\//.test(run);

/** `a•••@example.org` in place of each address. */
export const maskEmails = (text: string): string => text.replace(EMAIL, maskEmail);

/** Replaces API keys, tokens and email addresses in error messages of services. */
export const maskSecrets = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .replace(EMAIL, '[address]')
    .replace(KEY, '[key]')
    .replace(NAMED, (all, value: string) => (isWord(value) ? all : '[key]'))
    .replace(LONG, (run) => (isMixed(run) ? '[key]' : run));
