import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';

import { pendingMessageSet } from '../../../web/state/ui-slice.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { reply } from '../support/reply-stream.ts';
import { fillNewAccount, send } from '../support/sign-in.ts';
import { aServer, openSettings, signedIn, startApp, stored } from '../support/start-app.tsx';

const unverified = aUser({ emailVerified: false });
let server: FakeServer;
beforeEach(() => {
  server = aServer()
    .on('GET', '/api/auth/me', () => answer({ user: unverified }))
    .on('POST', '/api/auth/verify-email', ({ body }) =>
      body['token'] === 'good'
        ? answer({ token: 't2', user: aUser(), resetToken: 'claim' })
        : answer({ error: 'Invalid or expired verification token' }, 400),
    )
    .on('POST', '/api/auth/link', ({ body }) =>
      ['good', 'claim'].includes(String(body['token']))
        ? answer({ uid: aUser().uid, email: aUser().email })
        : answer({ error: 'Invalid or expired verification token' }, 400),
    );
});
afterEach(() => {
  jest.useRealTimers();
  server.restore();
});

const dialog = () => screen.findByRole('dialog', { name: 'Verify your email' });
const field = () => screen.getByLabelText('Verification token');
const asUnverified = () =>
  startApp({ stored: { ...signedIn({ emailVerified: false }), 'ui-storage': { sidebarOpen: true } } });
type User = ReturnType<typeof startApp>['user'];
const openFromSettings = async (user: User) => {
  await openSettings(user, 'Account');
  await user.click(await screen.findByRole('button', { name: 'Verify email' }));
  return dialog();
};

test('a new account that must verify is signed in, asked at once, and may close the dialog', async () => {
  server.on('POST', '/api/auth/register', () =>
    answer(
      {
        requiresEmailVerification: true,
        token: 't1',
        user: unverified,
        verificationUrl: 'http://localhost/?token=good',
      },
      201,
    ),
  );
  const { user } = startApp();
  await fillNewAccount(user);
  await send(user);
  expect(await dialog()).toHaveTextContent('ada@example.org');
  expect(stored('session')).toMatchObject({ token: 't1', user: { emailVerified: false } });
  expect(screen.getByRole('link', { name: 'Open the verification link' })).toHaveAttribute(
    'href',
    'http://localhost/?token=good',
  );
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: /Ada/ })).toBeInTheDocument();
});

test('a typed token verifies: the session is the new one and the dialog goes by itself after two seconds', async () => {
  const { user } = asUnverified();
  await openFromSettings(user);
  expect(screen.queryByRole('button', { name: 'Verify Token' })).not.toBeInTheDocument();
  await user.type(field(), '  ');
  expect(screen.queryByRole('button', { name: 'Verify Token' })).not.toBeInTheDocument();
  await user.type(field(), 'good ');
  await user.click(screen.getByRole('button', { name: 'Verify Token' }));
  expect(await screen.findByText(/Your email is verified/)).toBeInTheDocument();
  expect(server.calls('POST', '/api/auth/verify-email')[0]?.body).toEqual({ token: 'good' });
  expect(stored('session')).toMatchObject({ token: 't2', user: { emailVerified: true, authMode: 'email' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a wrong token is told and kept, also over closing', async () => {
  const { user } = asUnverified();
  await openFromSettings(user);
  await user.type(field(), 'bad{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired verification token');
  expect(field()).toHaveValue('bad');
  await user.keyboard('{Escape}');
  await openFromSettings(user);
  expect(field()).toHaveValue('bad');
});

describe('another mail', () => {
  test('may be asked for a minute after one was sent; closing shortens nothing', async () => {
    server.on('POST', '/api/auth/resend-verification', () => answer({ success: true }));
    const { user, page } = asUnverified();
    await openFromSettings(user);
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    expect(await screen.findByText('You can ask for another in 60 seconds.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeDisabled();
    await user.keyboard('{Escape}');
    page.moveTo(new Date(page.now().getTime() + 59_000));
    await openFromSettings(user);
    expect(screen.getByText('You can ask for another in 1 second.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    page.moveTo(new Date(page.now().getTime() + 1_000));
    await openFromSettings(user);
    expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeEnabled();
    expect(server.calls('POST', '/api/auth/resend-verification')[0]?.headers.get('authorization')).toBe('Bearer t1');
  });

  test('after too many, none for five minutes', async () => {
    server.on('POST', '/api/auth/resend-verification', () =>
      answer({ error: 'Too many mails', code: 'RATE_LIMITED', retryAfterMs: 1000 }, 429),
    );
    const { user, page } = asUnverified();
    await openFromSettings(user);
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    expect(await screen.findByText('You can ask for another in 5 minutes.')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Too many mails');
    await user.keyboard('{Escape}');
    page.moveTo(new Date(page.now().getTime() + 299_000));
    await openFromSettings(user);
    expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeDisabled();
  });
});

describe('the link of the mail', () => {
  test('signs in where nobody was, is tried once, and leaves the address at once', async () => {
    window.history.replaceState(null, '', '/?token=good');
    server.on('GET', '/api/auth/me', () => answer({ user: aUser() }));
    startApp();
    expect(window.location.search).toBe('');
    expect(await screen.findByText(/Your email is verified/)).toBeInTheDocument();
    expect(stored('session')).toMatchObject({ token: 't2', user: { emailVerified: true } });
    expect(server.calls('POST', '/api/auth/verify-email')).toHaveLength(1);
  });

  test('where another browser made the account asks in one line, and a new password ends all else', async () => {
    window.history.replaceState(null, '', '/?token=good');
    server
      .on('GET', '/api/auth/me', () => answer({ user: aUser() }))
      .on('POST', '/api/auth/reset-password', () => answer({ token: 't3', user: aUser() }));
    const { user } = startApp();
    await screen.findByText(/Not you who created this account\?/);
    await user.click(screen.getByRole('button', { name: 'Set a new password' }));
    await user.type(await screen.findByLabelText('New password'), 'mine and only mine{Enter}');
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't3' }));
    expect(server.calls('POST', '/api/auth/reset-password')[0]?.body).toEqual({
      token: 'claim',
      password: 'mine and only mine',
    });
  });

  test('asks nothing of who made the account in this browser', async () => {
    window.history.replaceState(null, '', '/?token=good');
    startApp({ stored: signedIn({ emailVerified: false }) });
    expect(await screen.findByText(/Your email is verified/)).toBeInTheDocument();
    expect(screen.queryByText(/Not you/)).not.toBeInTheDocument();
  });

  describe('for another account than the one that is signed in', () => {
    const OTHER = aUser({ uid: 'eve', email: 'eve@example.org' });
    const openOther = () => {
      window.history.replaceState(null, '', '/?token=good');
      server
        .on('GET', '/api/auth/me', ({ headers }) =>
          answer({ user: headers.get('authorization') === 'Bearer t2' ? OTHER : aUser() }),
        )
        .on('POST', '/api/auth/link', () => answer({ uid: OTHER.uid, email: OTHER.email }))
        .on('POST', '/api/auth/verify-email', () => answer({ token: 't2', user: OTHER, resetToken: 'claim' }));
      return startApp({ stored: signedIn({ emailVerified: true }) });
    };

    test('changes nothing by itself, and nothing when the person stays', async () => {
      const { user } = openOther();
      const asked = await dialog();
      await waitFor(() =>
        expect(asked).toHaveTextContent(`You are signed in as ${aUser().email}. Sign in as eve@example.org instead?`),
      );
      expect(server.calls('POST', '/api/auth/verify-email')).toHaveLength(0);
      await user.click(screen.getByRole('button', { name: `Stay signed in as ${aUser().email}` }));
      expect(server.calls('POST', '/api/auth/verify-email')).toHaveLength(0);
      expect(stored('session')).toMatchObject({ token: 't1' });
    });

    test('changes who is signed in by the click that names both', async () => {
      const { user } = openOther();
      await user.click(await screen.findByRole('button', { name: 'Sign in as eve@example.org' }));
      await waitFor(() => expect(stored('session')).toMatchObject({ token: 't2', user: { uid: 'eve' } }));
    });
  });

  test('a spent one says so in the dialog; without a session the way on is to sign in', async () => {
    window.history.replaceState(null, '', '/?token=spent');
    const { user } = startApp();
    expect(window.location.search).toBe('');
    await dialog();
    expect(await screen.findByText('Invalid or expired verification token')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Resend Verification Email' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign in to get a new mail' }));
    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
  });
});

const refuseUntilVerified = () => {
  let sends = 0;
  server
    .on('POST', '/api/ai/groq', ({ headers }) => {
      sends += 1;
      return headers.get('authorization') === 'Bearer t2'
        ? reply('By the moon.')
        : answer({ error: 'Access denied', code: 'EMAIL_VERIFICATION_REQUIRED' }, 403);
    })
    .on('POST', '/api/progress/chat', ({ body }) =>
      answer({ success: true, chat: { id: body['chatId'], title: 'x', updatedAt: '', lastUpdated: '' } }),
    );
  return () => sends;
};

test('a refused question says why, opens the dialog, and is asked again when the address is verified', async () => {
  const sends = refuseUntilVerified();
  const { user } = asUnverified();
  await user.type(await screen.findByPlaceholderText('Ask anything'), 'How do tides work?{Enter}');
  await dialog();
  expect(await screen.findByTestId('message-error')).toHaveTextContent(
    'Please verify your email to continue using the free tier. Check your inbox!',
  );
  expect(sends()).toBe(1);
  await user.type(field(), 'good{Enter}');
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('By the moon.'));
  expect(screen.getAllByTestId('message-user')).toHaveLength(1);
  expect(screen.queryByTestId('message-error')).not.toBeInTheDocument();
  expect(sends()).toBe(2);
});

test('a text that waited for sign-in waits on for the address, and is sent once', async () => {
  const sends = refuseUntilVerified();
  server
    .on('GET', '/api/freemium-config', () =>
      answer({ freemiumEnabled: false, maxTrialMessages: 3, freemiumAgentAccess: false, demoModel: false }),
    )
    .on('POST', '/api/auth/login', () => answer({ token: 't1', user: unverified }));
  const { user, store } = startApp();
  await user.type(await screen.findByPlaceholderText('Ask anything'), 'How do tides work?{Enter}');
  await user.click(await screen.findByRole('button', { name: 'or continue with email' }));
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await dialog();
  await waitFor(() => expect(store.getState().session.isTransitioning).toBe(false));
  expect(sends()).toBe(0);
  expect(store.getState().ui.pendingMessage).toBe('How do tides work?');
  await user.type(field(), 'good{Enter}');
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('By the moon.'));
  expect(sends()).toBe(1);
});

test('of a text that waits for the address and a later refused question only the later is sent', async () => {
  const sends = refuseUntilVerified();
  const { user, store } = asUnverified();
  act(() => {
    store.dispatch(pendingMessageSet('first text'));
  });
  await user.type(await screen.findByPlaceholderText('Ask anything'), 'second text{Enter}');
  await dialog();
  expect(store.getState().ui.pendingMessage).toBeNull();
  await user.type(field(), 'good{Enter}');
  await waitFor(() => expect(screen.getByTestId('message-assistant')).toHaveTextContent('By the moon.'));
  expect(screen.getByTestId('message-user')).toHaveTextContent('second text');
  expect(sends()).toBe(2);
});

test('verified in another tab: this one sees it, says so and closes', async () => {
  const { user, store } = asUnverified();
  await openFromSettings(user);
  act(() => {
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'session', newValue: JSON.stringify({ token: 't1', user: aUser() }) }),
    );
  });
  expect(await screen.findByText(/Your email is verified/)).toBeInTheDocument();
  expect(store.getState().session.user?.emailVerified).toBe(true);
});
