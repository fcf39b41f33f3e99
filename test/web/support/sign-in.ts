import { screen, waitFor, within } from '@testing-library/react';

import type { startApp } from './start-app.tsx';

type User = ReturnType<typeof startApp>['user'];

/** Opens the dialog as a visitor does; answers the dialog. */
export const openDialog = async (user: User): Promise<HTMLElement> => {
  const [button] = await screen.findAllByRole('button', { name: 'Sign In' });
  if (button) await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Welcome Back' });
  await waitFor(() => expect(dialog.querySelector('[aria-busy="true"]')).toBeNull());
  return dialog;
};

/** The form of a new account, filled in. */
export const fillNewAccount = async (user: User, email = 'ada@example.org'): Promise<HTMLElement> => {
  await openDialog(user);
  await user.click(screen.getByRole('button', { name: 'or continue with email' }));
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  const dialog = screen.getByRole('dialog', { name: 'Create Account' });
  await user.type(within(dialog).getByLabelText('Email'), email);
  await user.type(within(dialog).getByLabelText('Password'), 'correct horse');
  return dialog;
};

export const send = (user: User): Promise<void> => user.click(screen.getByRole('button', { name: 'Create Account' }));
