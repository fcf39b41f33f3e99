import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { Provider } from 'react-redux';

import { EmailLink } from '../../../../web/app/dialogs/email-link.tsx';
import { EmailSetting } from '../../../../web/features/accounts/own-account/email-setting.tsx';
import { consumeStartLinks } from '../../../../web/session/start-links.ts';
import { createStore } from '../../../../web/state/store.ts';
import { aUser, NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';

const CHANGE = '/api/auth/change-email';
const CONFIRM = '/api/auth/confirm-email';
const RESTORE = '/api/auth/restore-email';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/auth/ways', () => answer({ outboxUrl: null }))
    .on('POST', CHANGE, () => answer({ success: true }))
    .on('POST', CONFIRM, () => answer({ email: 'anna@example.org' }))
    .on('POST', RESTORE, () => answer({ email: 'ann@example.org', resetToken: 'reset-1' }))
    .install();
});
afterEach(() => {
  server.restore();
  window.history.replaceState(null, '', '/');
});

const start = (of: Parameters<typeof aUser>[0] = {}) => {
  const { store } = createStore(NOW);
  render(
    <Provider store={store}>
      <EmailSetting user={aUser(of)} />
    </Provider>,
  );
  return { store, user: userEvent.setup({ delay: null }) };
};

const openLink = (search: string) => {
  window.history.replaceState(null, '', `/${search}`);
  const { store } = createStore(NOW);
  consumeStartLinks(store);
  render(
    <Provider store={store}>
      <Suspense>
        <EmailLink />
      </Suspense>
    </Provider>,
  );
  return { store, user: userEvent.setup({ delay: null }) };
};

test('a new address is asked for with the password, and the page says where the mail went', async () => {
  const { user } = start({ email: 'ann@example.org', hasPassword: true });
  expect(screen.getByText('ann@example.org')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.type(screen.getByLabelText('New email address'), 'anna@');
  await user.click(screen.getByRole('button', { name: 'Mail the link' }));
  expect(screen.getByText('This does not look like an email address.')).toBeInTheDocument();
  expect(screen.getByText('Enter your password.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('New email address'), 'example.org');
  await user.type(screen.getByLabelText('Current password'), 'secret one{Enter}');
  expect(await screen.findByText(/a mail with a link is on its way/)).toHaveTextContent('anna@example.org');
  expect(server.calls('POST', CHANGE).map(({ body }) => body)).toEqual([
    { email: 'anna@example.org', password: 'secret one' },
  ]);
});

test('an account without a password is asked for none', async () => {
  const { user } = start({ email: 'ann@example.org', hasPassword: false });
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('New email address'), 'anna@example.org{Enter}');
  expect(await screen.findByText(/on its way/)).toBeInTheDocument();
  expect(server.calls('POST', CHANGE).map(({ body }) => body)).toEqual([{ email: 'anna@example.org' }]);
});

test('a wrong password says so and keeps what was typed', async () => {
  server.on('POST', CHANGE, () => answer({ error: 'This is not your password', field: 'password' }, 403));
  const { user } = start({ email: 'ann@example.org', hasPassword: true });
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.type(screen.getByLabelText('New email address'), 'anna@example.org');
  await user.type(screen.getByLabelText('Current password'), 'guess{Enter}');
  expect(await screen.findByText('This is not your current password.')).toBeInTheDocument();
  expect(screen.getByLabelText('New email address')).toHaveValue('anna@example.org');
});

test('a phone account has no address to change', () => {
  start({ email: null, phoneNumber: '+12015550123', authMode: 'phone' });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the link of the new mailbox leaves the address bar and sets the address after a click', async () => {
  const { user } = openLink('?email=token-1');
  expect(window.location.search).toBe('');
  const button = await screen.findByRole('button', { name: 'Use this address' });
  expect(server.calls('POST', CONFIRM)).toEqual([]);
  await user.click(button);
  expect(await screen.findByText(/is now/)).toHaveTextContent('anna@example.org');
  expect(server.calls('POST', CONFIRM).map(({ body }) => body)).toEqual([{ token: 'token-1' }]);
});

test('an old link says so', async () => {
  server.on('POST', CONFIRM, () => answer({ error: 'Invalid or expired link' }, 400));
  const { user } = openLink('?email=token-1');
  await user.click(await screen.findByRole('button', { name: 'Use this address' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired link');
});

test('the link of the former mailbox gives the account back and goes on to a new password', async () => {
  const { user, store } = openLink('?restore=token-2');
  await user.click(await screen.findByRole('button', { name: 'Get my account back' }));
  await waitFor(() => expect(store.getState().authModal.emailLink).toBeNull());
  expect(server.calls('POST', RESTORE).map(({ body }) => body)).toEqual([{ token: 'token-2' }]);
  expect(store.getState().ui.authModalOpen).toBe(true);
});
