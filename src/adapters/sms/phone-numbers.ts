import type { PhoneNumber } from 'libphonenumber-js/max';

import { InvalidPhoneNumber } from '../../domain/accounts/errors.ts';
import { PhoneNumbers } from '../../domain/accounts/ports.ts';

/** Premium-rate and special numbers: a code sent there only earns somebody money. */
const REFUSED_TYPES = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'];

/**
 * Parses numbers by the international numbering plans, loaded with the first one. A number with + carries its country.
 */
export class LibPhoneNumbers extends PhoneNumbers {
  /** `countries` as two-letter codes: numbers of others are refused; an empty list allows all. */
  constructor(private readonly countries: readonly string[] = []) {
    super();
  }

  async parse(digits: string, countryCode: string): Promise<string> {
    const number = await parse(digits, countryCode.slice(1));
    if (!number?.isValid() || number.ext !== undefined || REFUSED_TYPES.includes(number.getType() ?? ''))
      throw new InvalidPhoneNumber();
    // A number without a country (satellites, networks) is in no list.
    if (this.countries.length > 0 && !this.countries.includes(number.country ?? '')) throw new InvalidPhoneNumber();
    return number.number;
  }
}

/** The library throws for unassigned calling codes. */
const parse = async (digits: string, defaultCallingCode: string): Promise<PhoneNumber | undefined> => {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  try {
    return parsePhoneNumberFromString(digits, { defaultCallingCode, extract: false });
  } catch {
    return undefined;
  }
};
