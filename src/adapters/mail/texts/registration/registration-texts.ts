import type { EmailMessage } from '../../../../domain/accounts/ports.ts';
import type { EmailTexts } from '../../provider.ts';

export const REGISTRATION_KINDS = [
  'invitation',
  'registration-approved',
  'registration-approved-elsewhere',
  'registration-declined',
  'account-exists',
] as const satisfies readonly EmailMessage['kind'][];
export type RegistrationKind = (typeof REGISTRATION_KINDS)[number];

/** The texts of one mail, in the order in which they are read. */
export const textsOf = (
  subject: string,
  opening: string,
  button: string,
  validity: string,
  reason: string,
): EmailTexts => ({
  subject,
  opening,
  button,
  validity,
  reason,
});

/** Mails to people who have no account yet, so in the language that an admin or they chose. */
export type RegistrationTexts = Readonly<Record<RegistrationKind, EmailTexts>>;
