import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { registerErrors } from '../../../../web/features/accounts/account-fields.ts';
import { refusalOf } from '../../../../web/features/accounts/refusal.ts';
import { SignInDialog } from '../../../../web/features/accounts/sign-in-dialog.tsx';
import { makeStore } from '../../../../web/state/store.ts';
import { startPart } from '../../support/start-app.tsx';

test('with other ways in, the email form waits behind its toggle', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  const providers = ['Google', 'Phone'].map((label) => ({ id: label, label, onChoose: () => { chosen.push(label); } }));
  const { store, stop } = makeStore();
  startPart(<Provider store={store}><SignInDialog providers={providers} onSignedIn={() => undefined} onClose={() => undefined} /></Provider>);
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
  expect(chosen).toEqual(['Google']);
  await user.click(screen.getByRole('button', { name: 'or continue with email' }));
  expect(screen.getByLabelText('Email')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'or continue with email' }));
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  for (const end of stop) end();
});

test.each([
  [{ email: '', password: '' }, { email: 'Enter your email address.', password: 'Choose a password.' }],
  [{ email: 'a@b.c', password: 'x'.repeat(129) }, { password: 'Use at most 128 characters.' }],
  [{ email: ' a@b.c ', password: 'x'.repeat(8) }, {}],
])('a new account with %j is told %j', (typed, errors) => {
  expect(registerErrors({ ...typed, name: '' })).toEqual(errors);
});

test('a refusal that is no answer of the server still says something', () => {
  expect(refusalOf(new Error('x'), 'Login failed', 0)).toMatchObject({ text: 'Login failed', waitUntil: null });
  const failure = { status: 400, code: 'DISPOSABLE_EMAIL', message: 'Disposable email addresses are not allowed', data: {} };
  expect(refusalOf(failure, 'Registration failed', 0).fields).toEqual({ email: 'Disposable email addresses are not allowed' });
  expect(refusalOf({ status: 429, code: 'RATE_LIMITED', message: 'Login failed', data: { retryAfterMs: 5000 } }, '', 1000)).toMatchObject({ waitUntil: 6000, reason: 'Too many tries.' });
});
