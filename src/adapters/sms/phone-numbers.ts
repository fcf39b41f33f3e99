import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { BadPhoneNumber } from '../../domain/accounts/errors.ts';
import { PhoneNumbers } from '../../domain/accounts/ports.ts';

/** Numbers that cost whoever calls them, or that belong to nobody: a code sent there only earns somebody money. */
const REFUSED = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'];

/** Reads numbers by the numbering plans of the world. A number that begins with + speaks for itself. */
export class PlannedPhoneNumbers extends PhoneNumbers {
  read(digits: string, countryCode: string): string {
    const number = parsePhoneNumberFromString(digits, { defaultCallingCode: countryCode.replace('+', ''), extract: false });
    if (!number?.isValid() || number.ext !== undefined || REFUSED.includes(number.getType() ?? '')) throw new BadPhoneNumber();
    return number.number;
  }
}
