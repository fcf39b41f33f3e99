import { parseUrl } from './parse-url.ts';

/** An absolute address of the web. Whatever else a server answers, or leaves out, is not followed. */
export const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^/]/i.test(value) && parseUrl(value) !== null;
