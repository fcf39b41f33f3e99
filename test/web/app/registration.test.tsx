import { act, screen, waitFor, within } from '@testing-library/react';

import { modeSet } from '../../../web/state/auth-modal-slice.ts';
import { authModalSet } from '../../../web/state/ui-slice.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, signedIn, startApp, stored } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => {
  server.restore();
  history.replaceState(null, '', '/');
});

const INVITATION = { email: null, tier: null, byName: 'Grace', expiresAt: '2026-12-01T00:00:00.000Z' };
const PENDING = { error: 'Your request was sent', code: 'APPROVAL_PENDING', requiresApproval: true };

const offer = (registration: string) =>
  server.on('GET', '/api/auth/ways', () =>
    answer({
      google: false,
      phone: true,
      email: true,
      oidc: [],
      registration,
      googleUrl: null,
      captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
      outboxUrl: null,
    }),
  );

const wantAccount = () => {
  const app = startApp();
  act(() => {
    app.store.dispatch(authModalSet(true));
    app.store.dispatch(modeSet('register'));
  });
  return app;
};

const openEmailForm = async (user: ReturnType<typeof startApp>['user'], dialog: HTMLElement) =>
  user.click(await within(dialog).findByRole('button', { name: 'or continue with email' }));

const openInvitation = () => {
  history.replaceState(null, '', '/?invite=the-token');
  return startApp();
};

describe('where registration is closed or by invitation', () => {
  test.each([
    ['closed', 'No new accounts can be made here. Please ask whoever runs this server.'],
    ['invitation', 'An invitation is needed to make an account here. Open the link of yours.'],
  ])('%s: the dialog signs in, and says why there is no other form', async (mode, text) => {
    offer(mode);
    wantAccount();
    const dialog = await screen.findByRole('dialog', { name: 'Welcome Back' });
    expect(await within(dialog).findByText(text)).toBeInTheDocument();
    expect(within(dialog).queryByText(/New here/)).toBeNull();
  });

  test('the link of an invitation opens the form, says who invites, and leaves the address bar', async () => {
    offer('invitation');
    server
      .on('POST', '/api/auth/invitation', () => answer(INVITATION))
      .on('POST', '/api/auth/register', () =>
        answer({ token: 't1', user: aUser(), requiresEmailVerification: false }, 201),
      );
    const { user, store } = openInvitation();
    expect(location.search).toBe('');
    const dialog = await screen.findByRole('dialog', { name: 'Create Account' });
    expect(await within(dialog).findByText('Grace invites you to make an account.')).toBeInTheDocument();
    expect(server.calls('POST', '/api/auth/invitation')[0]?.body).toEqual({ token: 'the-token' });
    await openEmailForm(user, dialog);
    await user.type(screen.getByLabelText('Email'), 'new@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/register')[0]?.body).toMatchObject({
      email: 'new@example.org',
      invitation: 'the-token',
    });
    expect(store.getState().authModal.invitation).toBeNull();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('the-token');
  });

  test('an invitation for an address fills it in, and it is no choice', async () => {
    offer('invitation');
    server
      .on('POST', '/api/auth/invitation', () => answer({ ...INVITATION, email: 'named@example.org' }))
      .on('POST', '/api/auth/register', () =>
        answer({ error: 'Registration failed', code: 'INVALID_INVITATION' }, 400),
      );
    const { user } = openInvitation();
    const dialog = await screen.findByRole('dialog', { name: 'Create Account' });
    await openEmailForm(user, dialog);
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('named@example.org'));
    await user.type(screen.getByLabelText('Email'), 'x');
    expect(screen.getByLabelText('Email')).toHaveValue('named@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    expect(await within(dialog).findByText(/Ask whoever invited you for a new one/)).toBeInTheDocument();
    expect(server.calls('POST', '/api/auth/register')[0]?.body).toMatchObject({ email: 'named@example.org' });
  });

  test('with an invitation a phone signs up too: the token goes with both steps', async () => {
    offer('invitation');
    server
      .on('POST', '/api/auth/invitation', () => answer(INVITATION))
      .on('POST', '/api/auth/send-sms', () => answer({ success: true }))
      .on('POST', '/api/auth/verify-sms', () => answer({ token: 't1', user: aUser() }));
    const { user } = openInvitation();
    await user.click(await screen.findByRole('button', { name: 'Continue with Phone' }));
    await user.type(screen.getByLabelText('Phone number'), '2015550123');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    for (const path of ['/api/auth/send-sms', '/api/auth/verify-sms'])
      expect(server.calls('POST', path)[0]?.body).toMatchObject({ invitation: 'the-token' });
  });

  test.each([
    ['invitation', 'Welcome Back'],
    ['open', 'Create Account'],
  ])('an invitation that cannot be used says so, and is not sent; registration %s', async (mode, title) => {
    offer(mode);
    server
      .on('POST', '/api/auth/invitation', () =>
        answer({ error: 'Registration failed', code: 'INVALID_INVITATION' }, 400),
      )
      .on('POST', '/api/auth/send-sms', () => answer({ success: true }));
    const { user } = openInvitation();
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(await within(dialog).findByText(/This invitation is used, withdrawn or too old/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Continue with Phone' }));
    await user.type(screen.getByLabelText('Phone number'), '2015550123');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(server.calls('POST', '/api/auth/send-sms')).toHaveLength(1));
    expect(server.calls('POST', '/api/auth/send-sms')[0]?.body).not.toHaveProperty('invitation');
  });

  test('whoever is signed in needs no invitation', async () => {
    history.replaceState(null, '', '/?invite=the-token');
    startApp({ stored: signedIn() });
    expect(await screen.findByRole('button', { name: 'Settings' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.search).toBe('');
  });
});

describe('where an admin approves', () => {
  test('the form says so before, and a clear page what happens after', async () => {
    offer('approval');
    server.on('POST', '/api/auth/register', () => answer({ ...PENDING, byMail: true }, 403));
    const { user } = wantAccount();
    const dialog = await screen.findByRole('dialog', { name: 'Create Account' });
    expect(await within(dialog).findByText(/An admin looks at each request before/)).toBeInTheDocument();
    await openEmailForm(user, dialog);
    await user.type(screen.getByLabelText('Email'), 'new@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Send request' }));
    const after = await screen.findByRole('dialog', { name: 'Your request was sent' });
    expect(within(after).getByText(/You will be told by mail/)).toBeInTheDocument();
    expect(within(after).getByText(/ends after 30 days/)).toBeInTheDocument();
    expect(within(after).queryByRole('alert')).toBeNull();
    expect(server.calls('POST', '/api/auth/register')[0]?.body).toMatchObject({ language: 'en' });
    await user.click(within(after).getByRole('button', { name: 'Got it' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stored('session')['token'] ?? null).toBeNull();
  });

  test('a phone hears at its next sign-in', async () => {
    offer('approval');
    server
      .on('POST', '/api/auth/send-sms', () => answer({ success: true }))
      .on('POST', '/api/auth/verify-sms', () => answer({ ...PENDING, byMail: false }, 403));
    const { user } = wantAccount();
    await user.click(await screen.findByRole('button', { name: 'Continue with Phone' }));
    await user.type(screen.getByLabelText('Phone number'), '2015550123');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const after = await screen.findByRole('dialog', { name: 'Your request was sent' });
    expect(within(after).getByText(/Sign in again the same way/)).toBeInTheDocument();
  });

  test('whoever was declined is told', async () => {
    offer('approval');
    server
      .on('POST', '/api/auth/send-sms', () => answer({ success: true }))
      .on('POST', '/api/auth/verify-sms', () =>
        answer({ error: 'Registration failed', code: 'REGISTRATION_DECLINED', message: 'Declined.' }, 403),
      );
    const { user } = wantAccount();
    await user.click(await screen.findByRole('button', { name: 'Continue with Phone' }));
    await user.type(screen.getByLabelText('Phone number'), '2015550123');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText(/Your request for an account was declined/)).toBeInTheDocument();
  });
});
