import type { EmailMessage } from '../../../domain/accounts/ports.ts';
import type { AdminKind } from '../admin-texts.ts';
import type { EmailTexts } from '../provider.ts';
import type { ShareKind } from '../share-texts.ts';
import type { WayInKind } from '../way-in-texts.ts';
import type { RegistrationKind } from './registration/registration-texts.ts';

/** The mails of accounts, in one language. */
export type AccountTexts = Readonly<
  Record<Exclude<EmailMessage['kind'], AdminKind | RegistrationKind | ShareKind | WayInKind>, EmailTexts>
>;
