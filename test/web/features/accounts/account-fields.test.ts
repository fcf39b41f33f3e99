import { validateRegistration } from '../../../../web/features/accounts/account-fields.ts';
import { toRefusal } from '../../../../web/features/accounts/refusal.tsx';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';

afterEach(() => setLanguage('en'));

test.each([
  [
    { email: '', password: '' },
    { email: 'Enter your email address.', password: 'Choose a password.' },
  ],
  [{ email: 'a@b.c', password: 'x'.repeat(129) }, { password: 'Use at most 128 characters.' }],
  [{ email: ' a@b.c ', password: 'x'.repeat(8) }, {}],
])('a new account with %j is told %j', (typed, errors) => {
  expect(validateRegistration({ ...typed, name: '' })).toEqual(errors);
});

test('a refusal that is no answer of the server still says something', () => {
  expect(toRefusal(new Error('x'), 'Login failed', 0)).toMatchObject({ text: 'Login failed', waitUntil: null });
  const failure = {
    status: 400,
    code: 'DISPOSABLE_EMAIL',
    message: 'Disposable email addresses are not allowed',
    data: {},
  };
  expect(toRefusal(failure, 'Registration failed', 0).fields).toEqual({
    email: 'Disposable email addresses are not allowed',
  });
  expect(
    toRefusal({ status: 429, code: 'RATE_LIMITED', message: 'Login failed', data: { retryAfterMs: 5000 } }, '', 1000),
  ).toMatchObject({ waitUntil: 6000, reason: 'Too many tries.', detail: null });
});

test('what the server finds wrong with a field is told beside the refusal', () => {
  const failure = {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'Registration failed',
    data: { error: 'Registration failed', field: 'email', message: 'email: Invalid email address' },
  };
  expect(toRefusal(failure, '', 0)).toMatchObject({
    text: 'Registration failed',
    detail: 'email: Invalid email address',
  });
});

test('mistakes are told in the language of the page', async () => {
  await setLanguage('de');
  expect(validateRegistration({ email: 'a', password: 'b', name: '' })).toEqual({
    email: 'Das sieht nicht nach einer E-Mail-Adresse aus.',
    password: 'Verwenden Sie mindestens 8 Zeichen.',
  });
  expect(
    toRefusal({ status: 409, code: 'EMAIL_IN_USE', message: 'Registration failed', data: {} }, '', 0).fields.email,
  ).toMatch(/^Zu dieser E-Mail-Adresse/);
});
