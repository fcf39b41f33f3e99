import { t } from './texts.ts';

/** The input of an account form. It survives a refusal and a switch to another form. */
export interface AccountFields {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export const EMPTY_FIELDS: AccountFields = { email: '', password: '', name: '' };

export type FieldErrors = Readonly<Partial<Record<keyof AccountFields, string>>>;

const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;

/** What is wrong with an address as typed; undefined when nothing is. */
export const validateEmail = (email: string): string | undefined => {
  if (email.trim() === '') return t('emailMissing');
  return EMAIL_PATTERN.test(email.trim()) ? undefined : t('emailOdd');
};

/** What is wrong with a password that is to be set; undefined when nothing is. */
export const validateNewPassword = (password: string): string | undefined => {
  if (password === '') return t('passwordMissing');
  if (password.trim() === '') return t('passwordBlank');
  if (password.length < MIN_PASSWORD_LENGTH) return t('passwordShort', { count: MIN_PASSWORD_LENGTH });
  return password.length > MAX_PASSWORD_LENGTH ? t('passwordLong', { count: MAX_PASSWORD_LENGTH }) : undefined;
};

const definedErrors = (errors: {
  readonly email: string | undefined;
  readonly password: string | undefined;
}): FieldErrors => ({
  ...(errors.email ? { email: errors.email } : {}),
  ...(errors.password ? { password: errors.password } : {}),
});

/** What is missing for signing in; empty when the form may be sent. */
export const validateLogin = ({ email, password }: AccountFields): FieldErrors =>
  definedErrors({ email: validateEmail(email), password: password === '' ? t('passwordNeeded') : undefined });

/** What is missing for a new account; the name is the one optional field. */
export const validateRegistration = ({ email, password }: AccountFields): FieldErrors =>
  definedErrors({ email: validateEmail(email), password: validateNewPassword(password) });

/** What is sent: the address trimmed, a blank name as the part before the @. */
export const toAccountBody = ({ email, password, name }: AccountFields) => {
  const address = email.trim();
  return { email: address, password, name: name.trim() || (address.split('@')[0] ?? address) };
};
