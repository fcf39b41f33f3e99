import type { EmailMessage } from '../../../domain/accounts/ports.ts';
import type { EmailTexts } from '../provider.ts';
import type { RegistrationKind } from '../registration-texts.ts';
import type { ShareKind } from '../share-texts.ts';
import type { WayInKind } from '../way-in-texts.ts';

/** The mails of accounts, in one language. */
export type AccountTexts = Readonly<
  Record<Exclude<EmailMessage['kind'], RegistrationKind | ShareKind | WayInKind>, EmailTexts>
>;
