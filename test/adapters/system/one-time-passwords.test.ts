import { CryptoOneTimePasswords } from '../../../src/adapters/system/one-time-passwords.ts';
import { behavesLikeOneTimePasswords } from '../../contracts/second-factor.ts';

behavesLikeOneTimePasswords('node:crypto', () => new CryptoOneTimePasswords());

/** "12345678901234567890" in base32: the secret of RFC 6238's appendix B, whose codes end in these digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238: second %d has the code %s', (second, code) => {
  expect(new CryptoOneTimePasswords().codeAt(RFC_SECRET, Math.floor(second / 30))).toBe(code);
});

test('a secret has 160 bits in base32 without padding', () => {
  expect(new CryptoOneTimePasswords().createSecret()).toMatch(/^[A-Z2-7]{32}$/);
});
