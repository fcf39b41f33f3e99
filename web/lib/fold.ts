import { normalizeUnicode } from '../../src/shared/unicode.ts';

/** For comparing what was typed: without accents and capitals. */
export const fold = (text: string): string => normalizeUnicode(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
