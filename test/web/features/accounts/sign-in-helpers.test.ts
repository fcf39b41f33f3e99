import { sha256 } from '@noble/hashes/sha2.js';

import { listCountries, detectCountry } from '../../../../web/features/accounts/phone/countries.ts';
import { isDomainListed } from '../../../../web/features/accounts/sign-in/disposable-email.ts';
import { extractDigits } from '../../../../web/features/accounts/phone/phone-code-form.tsx';
import { hasZeroBits, solveProofOfWork } from '../../../../web/features/accounts/captcha/proof-of-work.ts';

test.each([1, 7, 8, 9, 12])('a proof of %i zero bits holds for the whole token', (difficulty) => {
  const token = solveProofOfWork('a.challenge', difficulty);
  expect(token).toMatch(/^a\.challenge:\d+$/);
  const bits = [...sha256(new TextEncoder().encode(token))].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  expect(bits.slice(0, difficulty)).toBe('0'.repeat(difficulty));
});

test.each([
  [[0, 0b0001_0000], 11, true],
  [[0, 0b0001_0000], 12, false],
  [[1], 8, false],
  [[255], 0, true],
])('%j has %i zero bits: %s', (bytes, bits, expected) => {
  expect(hasZeroBits(Uint8Array.from(bytes), bits)).toBe(expected);
});

test('a domain is listed with all below it, and not by its ending alone', () => {
  const listed = new Set(['throw.away']);
  expect(
    ['throw.away', 'mx.THROW.away', 'notthrow.away', 'away', ''].map((domain) => isDomainListed(domain, listed)),
  ).toEqual([true, true, false, false, false]);
});

test.each([
  ['428 913', '428913'],
  ['Your code is 4-2-8-9-1-3-7', '428913'],
  ['abc', ''],
])('the digits of %j are %j', (text, digits) => {
  expect(extractDigits(text)).toBe(digits);
});

test('countries have their names in the language of the reader, and their codes', () => {
  expect(listCountries('en')).toContainEqual({ region: 'DE', code: '+49', name: 'Germany' });
  expect(listCountries('de')).toContainEqual({ region: 'DE', code: '+49', name: 'Deutschland' });
  expect(listCountries('en').every(({ code }) => /^\+\d{1,4}$/.test(code))).toBe(true);
});

test.each([
  ['en-US', 'US'],
  ['de-AT', 'AT'],
  ['zh-Hant-TW', 'TW'],
  ['de', 'US'],
  ['en-ZZ', 'US'],
])('a browser in %s begins with %s', (language, region) => {
  expect(detectCountry(language)).toBe(region);
});
