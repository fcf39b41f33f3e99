import { act, screen, waitFor, within } from '@testing-library/react';

import { modeSet } from '../../../web/state/auth-modal-slice.ts';
import { authModalSet } from '../../../web/state/ui-slice.ts';
import { aChat, aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, openSettings, signedIn, startApp, stored } from '../support/start-app.tsx';

const WAYS = {
  google: true,
  phone: true,
  email: true,
  oidc: [],
  registration: 'open',
  googleUrl: '/identity/google',
  captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
  outboxUrl: null,
};

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const openSignIn = async (user: ReturnType<typeof startApp>['user']) => {
  const [button] = await screen.findAllByRole('button', { name: 'Sign In' });
  if (button) await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Welcome Back' });
  await user.click(screen.getByRole('button', { name: 'or continue with email' }));
  return dialog;
};

const fill = async (user: ReturnType<typeof startApp>['user'], email: string, password: string) => {
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
};

describe('signing in', () => {
  test('opens the sidebar with the history and keeps the session over a reload', async () => {
    server
      .on('POST', '/api/auth/login', () => answer({ token: 't1', user: aUser() }))
      .on('GET', '/api/progress/chats', () => answer({ chats: [aChat('Bread')] }));
    const { user } = startApp();
    const dialog = await openSignIn(user);
    await fill(user, ' ada@example.org ', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));

    expect(await screen.findByTestId('chat-title')).toHaveTextContent('Bread');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeInTheDocument();
    expect(server.calls('POST', '/api/auth/login')[0]?.body).toEqual({
      email: 'ada@example.org',
      password: 'correct horse',
    });
    expect(stored('session')).toMatchObject({ token: 't1', user: { uid: 'u1' } });
    expect(stored('ui-storage')).toMatchObject({ sidebarOpen: true });
  });

  test('a refusal says so and clears nothing', async () => {
    server.on('POST', '/api/auth/login', () => answer({ error: 'Login failed', code: 'UNAUTHORIZED' }, 401));
    const { user } = startApp();
    const dialog = await openSignIn(user);
    await fill(user, 'ada@example.org', 'wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));

    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Login failed');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('wrong');
  });

  test('after too many tries the button waits and says how long', async () => {
    server.on('POST', '/api/auth/login', () =>
      answer({ error: 'Login failed', code: 'RATE_LIMITED', retryAfterMs: 90_000 }, 429),
    );
    const { user, page } = startApp();
    page.moveTo(new Date());
    const dialog = await openSignIn(user);
    await fill(user, 'ada@example.org', 'wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));

    expect(await within(dialog).findByText(/Try again in \d+ seconds/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Sign In' })).toBeDisabled();
  });

  test('what is missing stands under its field and nothing is sent', async () => {
    const { user } = startApp();
    const dialog = await openSignIn(user);
    await user.type(screen.getByLabelText('Email'), 'ada');
    await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));

    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This does not look like an email address.');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
    expect(server.calls('POST', '/api/auth/login')).toHaveLength(0);
  });

  test('the password can be seen and hidden again', async () => {
    const { user } = startApp();
    await openSignIn(user);
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  test.each([
    ['Escape', async (user: ReturnType<typeof startApp>['user']) => user.keyboard('{Escape}')],
    [
      'the close button',
      async (user: ReturnType<typeof startApp>['user']) => user.click(screen.getByRole('button', { name: 'Close' })),
    ],
    ['a click outside', async (user: ReturnType<typeof startApp>['user']) => user.click(screen.getByRole('dialog'))],
  ])('%s closes the dialog', async (_, close) => {
    const { user } = startApp();
    await openSignIn(user);
    await close(user);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('making an account', () => {
  const openRegister = async (user: ReturnType<typeof startApp>['user']) => {
    await openSignIn(user);
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    return screen.getByRole('dialog', { name: 'Create Account' });
  };

  test('names the account after the address when no name is given', async () => {
    server.on('POST', '/api/auth/register', () =>
      answer({ requiresEmailVerification: false, token: 't1', user: aUser() }, 201),
    );
    const { user } = startApp();
    const dialog = await openRegister(user);
    await fill(user, 'ada@example.org', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));

    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/register')[0]?.body).toEqual({
      email: 'ada@example.org',
      password: 'correct horse',
      name: 'ada',
    });
  });

  test('where nobody can make an account, only signing in is offered; a refusal says whom to ask', async () => {
    server.on('POST', '/api/auth/register', () =>
      answer({ error: 'Registration failed', code: 'REGISTRATION_CLOSED' }, 403),
    );
    const { user } = startApp();
    const dialog = await openRegister(user);
    await fill(user, 'ada@example.org', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    expect(await within(dialog).findByText(/Please ask whoever runs this server/)).toBeInTheDocument();
  });

  test('where registration is closed the dialog for a new account signs in', async () => {
    server.on('GET', '/api/auth/ways', () => answer({ ...WAYS, registration: 'closed' }));
    const { store } = startApp();
    act(() => {
      store.dispatch(authModalSet(true));
      store.dispatch(modeSet('register'));
    });
    const dialog = await screen.findByRole('dialog', { name: 'Welcome Back' });
    expect(within(dialog).queryByRole('button', { name: 'Create Account' })).toBeNull();
    expect(within(dialog).queryByText(/New here/)).toBeNull();
  });

  test('an address that has an account is explained under the field and goes along to signing in', async () => {
    server.on('POST', '/api/auth/register', () => answer({ error: 'Registration failed', code: 'EMAIL_IN_USE' }, 409));
    const { user } = startApp();
    const dialog = await openRegister(user);
    await fill(user, 'ada@example.org', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));

    expect(await within(dialog).findByText('Registration failed')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'This email already has an account. Sign in instead.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(screen.getByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  });

  test('a short password is refused here', async () => {
    const { user } = startApp();
    const dialog = await openRegister(user);
    await fill(user, 'ada@example.org', 'short');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Use at least 8 characters.');
  });

  test('a cooldown tells its reason', async () => {
    server.on('POST', '/api/auth/register', () =>
      answer(
        {
          error: 'Registration failed',
          code: 'REGISTRATION_COOLDOWN',
          cooldownMs: 60_000,
          reason: 'Too many new accounts from here.',
        },
        429,
      ),
    );
    const { user, page } = startApp();
    page.moveTo(new Date());
    const dialog = await openRegister(user);
    await fill(user, 'ada@example.org', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    expect(
      await within(dialog).findByText(/Too many new accounts from here\. Try again in \d+ seconds/),
    ).toBeInTheDocument();
  });
});

describe('the first admin', () => {
  test('is made with the token of the start-up link', async () => {
    const admin = aUser({ isAdmin: true });
    server
      .on('POST', '/api/auth/setup', () => answer({ token: 't1', user: admin }, 201))
      .on('GET', '/api/auth/me', () => answer({ user: admin }));
    const { user } = startApp({ setupToken: 'one-time' });
    const dialog = await screen.findByRole('dialog', { name: 'Create the first admin account' });
    await fill(user, 'ada@example.org', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create admin account' }));
    await waitFor(() => expect(stored('session')).toMatchObject({ user: { isAdmin: true } }));
    expect(server.calls('POST', '/api/auth/setup')[0]?.body).toMatchObject({
      token: 'one-time',
      email: 'ada@example.org',
      name: 'ada',
    });
    expect(await screen.findByRole('dialog', { name: 'Set-up guide' })).toBeInTheDocument();
  });

  test('a spent link says why', async () => {
    server.on('POST', '/api/auth/setup', () => answer({ error: 'Invalid or expired setup token' }, 400));
    const { user } = startApp({ setupToken: 'spent' });
    const dialog = await screen.findByRole('dialog');
    await fill(user, 'ada@example.org', 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create admin account' }));
    expect(await within(dialog).findByText('Invalid or expired setup token')).toBeInTheDocument();
  });
});

describe('signing out', () => {
  test('tells the server, leaves nothing behind and loads the page anew', async () => {
    const { user, page } = startApp({
      stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true }, 'agent-migrated': { done: true } },
    });
    sessionStorage.setItem('something', 'x');
    await openSettings(user, 'Account');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));

    await waitFor(() => expect(page.reloads).toBe(1));
    expect(server.calls('POST', '/api/auth/logout')[0]?.headers.get('authorization')).toBe('Bearer t1');
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });

  test('works without the server too', async () => {
    server.on('POST', '/api/auth/logout', () => Promise.reject(new TypeError('offline')));
    const { user, page } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    await openSettings(user, 'Account');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(page.reloads).toBe(1));
    expect(localStorage).toHaveLength(0);
  });
});

test('deleting the account leaves nothing behind either and loads the page anew', async () => {
  server
    .on('GET', '/api/account/delete', () => answer({ proof: 'password' }))
    .on('POST', '/api/account/delete', () => answer({ success: true }));
  const { user, page } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
  await openSettings(user, 'Data');
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(page.reloads).toBe(1));
  expect(localStorage).toHaveLength(0);
  expect(server.calls('POST', '/api/auth/logout')).toEqual([]);
});

describe('a session that the server no longer knows', () => {
  test('ends here: sign-in is asked for and the typed text waits', async () => {
    let refuse = false;
    server.on('GET', '/api/progress/chats', () =>
      refuse ? answer({ error: 'Not authenticated', code: 'UNAUTHORIZED' }, 401) : answer({ chats: [aChat('Bread')] }),
    );
    const { user, store } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    await screen.findByTestId('chat-item');
    await user.type(screen.getByPlaceholderText('Ask anything'), 'half a thought');
    refuse = true;
    await user.type(screen.getByRole('searchbox'), 'bread');

    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(store.getState().session.token).toBeNull();
    expect(store.getState().ui.pendingMessage).toBe('half a thought');
    expect(screen.queryByTestId('chat-item')).not.toBeInTheDocument();

    // Dismissed, it still waits for the account that it was typed in, and no other visitor sees it.
    await user.keyboard('{Escape}');
    expect(await screen.findByPlaceholderText('Ask anything')).toHaveValue('');
    expect(store.getState().ui.pendingMessage).toBe('half a thought');
  });
});

const otherTab = (key: string, value: unknown) =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value === null ? null : JSON.stringify(value) }));
  });

describe('another tab', () => {
  test('signing out there signs out here', async () => {
    const { store } = startApp({ stored: signedIn() });
    await screen.findByRole('heading', { name: /Ada/ });
    otherTab('session', null);
    await waitFor(() => expect(store.getState().session.token).toBeNull());
    expect(await screen.findAllByRole('button', { name: 'Sign In' })).not.toHaveLength(0);
  });

  test('what changed in the account there is seen here', async () => {
    startApp({ stored: signedIn() });
    await screen.findByRole('heading', { name: /Ada/ });
    server.on('GET', '/api/auth/me', () => answer({ user: aUser({ name: 'Countess' }) }));
    otherTab('session', { ...signedIn().session, user: aUser({ name: 'Countess' }) });
    expect(await screen.findByRole('heading', { name: /Countess/ })).toBeInTheDocument();
  });

  test('signing in and the theme are followed', async () => {
    const { store } = startApp();
    otherTab('session', { token: 't9', user: aUser() });
    otherTab('ui-storage', { theme: 'dark' });
    await waitFor(() => expect(store.getState().session.token).toBe('t9'));
    expect(store.getState().ui.theme).toBe('dark');
  });
});
