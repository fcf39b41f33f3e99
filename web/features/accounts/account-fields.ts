import { say } from './texts.ts';

/** What somebody typed into one of the account forms. It outlives a switch between the forms and every refusal. */
export interface AccountFields {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export const EMPTY_FIELDS: AccountFields = { email: '', password: '', name: '' };

export type FieldErrors = Readonly<Partial<Record<keyof AccountFields, string>>>;

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

/** What is wrong with an address as typed; undefined when nothing is. */
export const emailError = (email: string): string | undefined => {
  if (email.trim() === '') return say('emailMissing');
  return LOOKS_LIKE_EMAIL.test(email.trim()) ? undefined : say('emailOdd');
};

/** What is wrong with a password that is to be set; undefined when nothing is. */
export const newPasswordError = (password: string): string | undefined => {
  if (password === '') return say('passwordMissing');
  if (password.trim() === '') return say('passwordBlank');
  if (password.length < PASSWORD_MIN) return say('passwordShort', { count: PASSWORD_MIN });
  return password.length > PASSWORD_MAX ? say('passwordLong', { count: PASSWORD_MAX }) : undefined;
};

const only = (errors: { readonly email: string | undefined; readonly password: string | undefined }): FieldErrors => ({
  ...(errors.email ? { email: errors.email } : {}),
  ...(errors.password ? { password: errors.password } : {}),
});

/** What is missing for signing in; empty when the form may be sent. */
export const loginErrors = ({ email, password }: AccountFields): FieldErrors =>
  only({ email: emailError(email), password: password === '' ? say('passwordNeeded') : undefined });

/** What is missing for a new account; the name is the one optional field (D-16). */
export const registerErrors = ({ email, password }: AccountFields): FieldErrors =>
  only({ email: emailError(email), password: newPasswordError(password) });

/** What is sent: the address trimmed, a blank name as the part before the @. */
export const accountBody = ({ email, password, name }: AccountFields) => {
  const address = email.trim();
  return { email: address, password, name: name.trim() || (address.split('@')[0] ?? address) };
};
