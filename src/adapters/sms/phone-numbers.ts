import type { PhoneNumber } from 'libphonenumber-js/max';

import { InvalidPhoneNumber } from '../../domain/accounts/errors.ts';
import { PhoneNumbers } from '../../domain/accounts/ports.ts';

/** Numbers that cost whoever calls them, or that belong to nobody: a code sent there only earns somebody money. */
const REFUSED_TYPES = ['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'UAN', 'VOICEMAIL', 'PAGER'];

/** Reads numbers by the numbering plans of the world, loaded with the first. A number that begins with + speaks for itself. */
export class LibPhoneNumbers extends PhoneNumbers {
  private readonly countries: readonly string[];

  /** `countries` as two letters each: numbers of others are refused; none stands for all. */
  constructor(countries: readonly string[] = []) {
    super();
    this.countries = countries;
  }

  async parse(digits: string, countryCode: string): Promise<string> {
    const number = await parse(digits, countryCode.slice(1));
    if (!number?.isValid() || number.ext !== undefined || REFUSED_TYPES.includes(number.getType() ?? ''))
      throw new InvalidPhoneNumber();
    // A number of no country (satellites, networks) is none of those that are allowed.
    if (this.countries.length > 0 && !this.countries.includes(number.country ?? '')) throw new InvalidPhoneNumber();
    return number.number;
  }
}

/** The library throws for calling codes that no country has. */
const parse = async (digits: string, defaultCallingCode: string): Promise<PhoneNumber | undefined> => {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  try {
    return parsePhoneNumberFromString(digits, { defaultCallingCode, extract: false });
  } catch {
    return undefined;
  }
};
