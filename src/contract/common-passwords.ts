import { firstHalf } from './common-passwords/first-half.ts';
import { secondHalf } from './common-passwords/second-half.ts';

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(`${firstHalf} ${secondHalf}`.split(/\s+/));

/** Among the 10 000 most used, in whatever letters. Those of less than 8 characters are no passwords here anyway. */
export const isCommonPassword = (password: string): boolean => COMMON_PASSWORDS.has(password.trim().toLowerCase());
