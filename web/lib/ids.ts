const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A random id of 21 characters, as chats, messages and trial sessions carry it. Works without a secure context too. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(21)), (byte) => ALPHABET[byte & 63]).join('');
