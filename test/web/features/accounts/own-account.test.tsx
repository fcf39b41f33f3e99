import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { NameSetting } from '../../../../web/features/accounts/own-account/name-setting.tsx';
import { PasswordSetting } from '../../../../web/features/accounts/own-account/password-setting.tsx';
import { useAppSelector } from '../../../../web/state/store.ts';
import { createStore } from '../../../../web/state/store.ts';
import { aUser, NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { signedIn } from '../../support/start-app.tsx';

const CHANGE = '/api/auth/change-password';
const ME = '/api/auth/me';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .on('GET', '/api/auth/ways', () => answer({ outboxUrl: null }))
    .on('PUT', ME, ({ body }) => answer({ user: aUser({ name: String(body['name']) }) }))
    .on('POST', CHANGE, () => answer({ success: true }))
    .on('POST', '/api/auth/forgot-password', () => answer({ success: true }))
    .install();
});
afterEach(() => server.restore());

const Both = () => {
  const user = useAppSelector(({ session }) => session.user);
  return user ? (
    <>
      <NameSetting user={user} />
      <PasswordSetting user={user} />
    </>
  ) : null;
};

const start = (of: Parameters<typeof aUser>[0] = {}) => {
  for (const [key, value] of Object.entries(signedIn(of))) localStorage.setItem(key, JSON.stringify(value));
  const { store } = createStore(NOW);
  render(
    <Provider store={store}>
      <Both />
    </Provider>,
  );
  return { store, user: userEvent.setup({ delay: null }) };
};

describe('the display name', () => {
  const box = () => screen.getByRole('textbox', { name: 'Display name' });
  const save = () => screen.getByRole('button', { name: 'Save' });

  test('is saved, and is on the page at once', async () => {
    const { store, user } = start({ name: 'Ann' });
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.clear(box());
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a name.');
    expect(save()).toBeDisabled();
    await user.type(box(), ' Änne ');
    await user.click(save());
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(server.calls('PUT', ME).map(({ body }) => body)).toEqual([{ name: 'Änne' }]);
    expect(store.getState().session.user?.name).toBe('Änne');
    expect(box()).toHaveValue('Änne');
  });

  test('that was only tried is as before after Cancel', async () => {
    const { user } = start({ name: 'Ann' });
    await user.type(box(), 'abel');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(box()).toHaveValue('Ann');
    expect(server.calls('PUT', ME)).toEqual([]);
  });

  test('that could not be saved says so and stays typed', async () => {
    server.on('PUT', ME, () => answer({ error: 'The server is resting' }, 503));
    const { user } = start({ name: 'Ann' });
    await user.type(box(), 'a');
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is resting');
    expect(box()).toHaveValue('Anna');
  });
});

describe('the password', () => {
  const open = async (user: ReturnType<typeof start>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    return {
      current: screen.getByLabelText('Current password'),
      next: screen.getByLabelText('New password'),
      submit: () => user.click(screen.getByRole('button', { name: 'Change password' })),
    };
  };

  test('is changed with the present one; other sessions end unless that is not wished', async () => {
    const { user } = start();
    const { current, next, submit } = await open(user);
    expect(current).toHaveFocus();
    await user.type(current, 'correct horse');
    await user.type(next, 'battery staple');
    expect(screen.getByRole('checkbox')).toBeChecked();
    await user.click(screen.getByRole('checkbox'));
    await submit();
    expect(await screen.findByText('Your password is changed.')).toBeInTheDocument();
    expect(server.calls('POST', CHANGE).map(({ body }) => body)).toEqual([
      { currentPassword: 'correct horse', password: 'battery staple', endOtherSessions: false },
    ]);
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  });

  test('that is not right says so at its field, keeps what was typed and the session', async () => {
    server.on('POST', CHANGE, () => answer({ error: 'This is not your password', field: 'currentPassword' }, 403));
    const { store, user } = start();
    const { current, next, submit } = await open(user);
    await user.type(current, 'wrong');
    await user.type(next, 'battery staple');
    await submit();
    await waitFor(() => expect(current).toHaveAccessibleDescription('This is not your current password.'));
    expect([store.getState().session.token, next]).toEqual([
      't1',
      expect.objectContaining({ value: 'battery staple' }),
    ]);
    await user.type(current, '!');
    expect(current).not.toHaveAccessibleDescription();
  });

  test.each([
    ['', 'Choose a password.'],
    ['short', 'Use at least 8 characters.'],
    ['         ', 'A password of nothing but spaces is easily guessed. Choose another.'],
    ['password123', 'This is one of the most used passwords. Choose another.'],
  ])('%j is refused before it is sent', async (password, why) => {
    const { user } = start();
    const { current, next, submit } = await open(user);
    await user.type(current, 'correct horse');
    if (password !== '') await user.type(next, password);
    await submit();
    await waitFor(() => expect(next).toHaveAccessibleDescription(why));
    expect(server.calls('POST', CHANGE)).toEqual([]);
  });

  test('waits after too many tries', async () => {
    server.on('POST', CHANGE, () =>
      answer({ error: 'Too many tries. Please wait a moment.', code: 'RATE_LIMITED', retryAfterMs: 600_000 }, 429),
    );
    const { user } = start();
    const { current, next, submit } = await open(user);
    await user.type(current, 'correct horse');
    await user.type(next, 'battery staple');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries');
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDisabled();
  });

  test('that there is not yet is set by a mailed link', async () => {
    const { user } = start({ hasPassword: false, email: 'ann@example.org' });
    expect(screen.queryByRole('button', { name: 'Change password' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Mail me a link' }));
    expect(await screen.findByText(/is on its way/)).toHaveTextContent('ann@example.org');
    expect(server.calls('POST', '/api/auth/forgot-password').map(({ body }) => body)).toEqual([
      { email: 'ann@example.org' },
    ]);
  });

  test('is none where codes are sent to a phone', () => {
    start({ hasPassword: false, email: null, phoneNumber: '+14155550100', authMode: 'phone' });
    expect(screen.getByText(/code that is sent to your phone/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Mail|Change/ })).not.toBeInTheDocument();
  });
});
