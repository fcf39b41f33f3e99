import { act, screen, waitFor, within } from '@testing-library/react';

import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { openDialog } from '../support/sign-in.ts';
import { aServer, signedIn, startApp, stored } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const session = () => answer({ token: 't1', user: aUser() });

describe('the ways in', () => {
  test('stand over the email form, which opens by its toggle and folds again with its text kept', async () => {
    const { user } = startApp();
    await openDialog(user);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
    for (const name of ['GitHub', 'Apple', 'Twitter', 'Microsoft'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    const toggle = screen.getByRole('button', { name: 'or continue with email' });
    await user.click(toggle);
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.click(toggle);
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.click(toggle);
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  });

  /** Opens the dialog while the server is still asked which ways there are; `arrive` is its answer. */
  const openEarly = async (others: { readonly google: boolean; readonly phone: boolean }) => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    server.on('GET', '/api/auth/ways', async () => {
      await arrived;
      return answer({
        email: true,
        oidc: [],
        registration: 'open',
        ...others,
        googleUrl: '/identity/google',
        captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
        outboxUrl: null,
      });
    });
    const { user } = startApp();
    const [opener] = await screen.findAllByRole('button', { name: 'Sign In' });
    if (opener) await user.click(opener);
    const toggle = await screen.findByRole('button', { name: 'or continue with email' });
    return { user, toggle, arrive };
  };

  test('that come late leave the focus where somebody has gone by keyboard', async () => {
    const { user, toggle, arrive } = await openEarly({ google: true, phone: true });
    while (document.activeElement !== toggle) await user.tab();
    arrive();
    await screen.findByRole('button', { name: 'Continue with Google' });
    expect(toggle).toHaveFocus();
  });

  test('leave it there as well when email turns out to be the only one', async () => {
    const { user, arrive } = await openEarly({ google: false, phone: false });
    const other = screen.getByRole('button', { name: 'Sign up' });
    while (document.activeElement !== other) await user.tab();
    arrive();
    await screen.findByLabelText('Email');
    expect(other).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  });

  test('leave an email form alone that somebody has opened in the meantime', async () => {
    const { user, toggle, arrive } = await openEarly({ google: false, phone: false });
    await user.click(toggle);
    const password = screen.getByLabelText('Password');
    await user.type(password, 'half a pass');
    arrive();
    await waitFor(() => expect(toggle).not.toBeInTheDocument());
    expect(password).toHaveFocus();
    expect(password).toHaveValue('half a pass');
  });

  test('choosing the phone folds the email form away, and there is a way back', async () => {
    const { user } = startApp();
    await openDialog(user);
    await user.click(screen.getByRole('button', { name: 'or continue with email' }));
    await user.click(screen.getByRole('button', { name: 'Continue with Phone' }));
    expect(screen.getByRole('dialog', { name: 'Phone Authentication' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back to sign in options' }));
    expect(screen.getByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });
});

describe('what is offered', () => {
  const offer = (offered: { google: boolean; phone: boolean; registration?: string }) =>
    server.on('GET', '/api/auth/ways', () =>
      answer({
        email: true,
        oidc: [],
        registration: 'open',
        ...offered,
        googleUrl: offered.google ? '/identity/google' : null,
        captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
        outboxUrl: null,
      }),
    );
  const button = (name: string) => screen.queryByRole('button', { name });

  test.each([
    [true, false],
    [false, true],
  ])('is what is set up: Google %s, phone %s', async (google, phone) => {
    offer({ google, phone });
    const { user } = startApp();
    await openDialog(user);
    expect(button('Continue with Google') !== null).toBe(google);
    expect(button('Continue with Phone') !== null).toBe(phone);
    expect(button('or continue with email')).toBeInTheDocument();
  });

  test('with email alone its form stands open', async () => {
    offer({ google: false, phone: false });
    const { user } = startApp();
    await openDialog(user);
    expect(await screen.findByLabelText('Email')).toHaveFocus();
    expect(button('Continue with Google')).toBeNull();
    expect(button('Continue with Phone')).toBeNull();
    expect(button('or continue with email')).toBeNull();
    expect(button('Sign up')).toBeInTheDocument();
  });

  test('no new account where none can be made', async () => {
    offer({ google: true, phone: true, registration: 'closed' });
    const { user } = startApp();
    await openDialog(user);
    expect(button('Sign up')).toBeNull();
  });

  test('nothing is missing while the server cannot be asked, and a way that then fails says so', async () => {
    server.on('GET', '/api/auth/ways', () => answer({ error: 'Internal error' }, 500));
    const { user } = startApp();
    await openDialog(user);
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(button('Continue with Phone')).toBeInTheDocument();
  });
});

describe('the phone', () => {
  const toCode = async () => {
    server.on('POST', '/api/auth/send-sms', () => answer({ success: true, devCode: '428913' }));
    const app = startApp();
    await openDialog(app.user);
    await app.user.click(screen.getByRole('button', { name: 'Continue with Phone' }));
    await app.user.selectOptions(screen.getByLabelText('Country'), 'DE');
    await app.user.type(screen.getByLabelText('Phone number'), '151 2345678');
    await app.user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByLabelText('Code');
    return app;
  };

  test('takes a number and then exactly six digits, pasted or typed', async () => {
    server.on('POST', '/api/auth/verify-sms', session);
    const { user } = await toCode();
    expect(server.calls('POST', '/api/auth/send-sms')[0]?.body).toEqual({
      phoneNumber: '151 2345678',
      countryCode: '+49',
    });
    const code = screen.getByLabelText('Code');
    const submit = screen.getByRole('button', { name: 'Submit' });
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByText(/428913/)).toBeInTheDocument();
    await user.type(code, '12a34 5');
    expect(code).toHaveValue('12345');
    expect(submit).toBeDisabled();
    await user.clear(code);
    await user.click(code);
    await user.paste('Your code: 428 9137');
    expect(code).toHaveValue('428913');
    await user.click(submit);
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/verify-sms')[0]?.body).toEqual({
      phoneNumber: '151 2345678',
      countryCode: '+49',
      otp: '428913',
    });
  });

  test('a wrong code is told and kept; the number can be changed and is kept too', async () => {
    server.on('POST', '/api/auth/verify-sms', () =>
      answer({ error: 'SMS verification failed', code: 'UNAUTHORIZED' }, 401),
    );
    const { user } = await toCode();
    await user.type(screen.getByLabelText('Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('SMS verification failed');
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
    await user.click(screen.getByRole('button', { name: 'Change phone number' }));
    expect(screen.getByLabelText('Phone number')).toHaveValue('151 2345678');
    expect(screen.getByLabelText('Country')).toHaveValue('DE');
  });

  const guess = async (user: ReturnType<typeof startApp>['user']) => {
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
  };

  test('after five wrong codes the page says to ask for a new one, and takes no more until it is sent', async () => {
    server.on('POST', '/api/auth/verify-sms', () =>
      answer({ error: 'SMS verification failed', code: 'UNAUTHORIZED' }, 401),
    );
    const { user, page } = await toCode();
    for (let count = 1; count < 5; count += 1) {
      await guess(user);
      expect(await screen.findByText('The code is not right or no longer valid.')).toBeInTheDocument();
    }
    await guess(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('SMS verification failed');
    expect(await screen.findByText(/Ask for a new code below/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    act(() => page.moveTo(new Date(Date.now() + 61_000)));
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
    expect(screen.queryByText(/Ask for a new code below/)).not.toBeInTheDocument();
  });

  test('the same when the server says it first', async () => {
    server.on('POST', '/api/auth/verify-sms', () =>
      answer({ error: 'SMS verification failed', code: 'RATE_LIMITED' }, 429),
    );
    const { user } = await toCode();
    await guess(user);
    expect(await screen.findByText(/Ask for a new code below/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
  });

  test('a number that cannot be sent to keeps its step and says so; a blank one is not sent at all', async () => {
    server.on('POST', '/api/auth/send-sms', () => answer({ error: 'SMS send failed', code: 'VALIDATION_ERROR' }, 400));
    const { user } = startApp();
    await openDialog(user);
    await user.click(screen.getByRole('button', { name: 'Continue with Phone' }));
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription('Enter your phone number.');
    expect(server.calls('POST', '/api/auth/send-sms')).toHaveLength(0);
    await user.type(screen.getByLabelText('Phone number'), '12');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('SMS send failed')).toBeInTheDocument();
    expect(screen.getByLabelText('Phone number')).toHaveValue('12');
    expect(server.calls('POST', '/api/auth/send-sms')[0]?.body).toMatchObject({ countryCode: '+1' });
  });
});

describe('Google', () => {
  const original = window.open;
  let opened: { url: string; closed: boolean; close: () => void }[];
  let channels: FakeChannel[];
  /** jsdom has no channels; one that stays within this page is all that is needed. */
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    open = true;
    constructor(readonly name: string) {
      channels.push(this);
    }
    close(): void {
      this.open = false;
    }
  }
  const hear = (data: unknown): void =>
    act(() => {
      for (const channel of channels)
        if (channel.open && channel.name === 'parley-identity') channel.onmessage?.({ data });
    });
  beforeEach(() => {
    opened = [];
    channels = [];
    Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, writable: true, value: FakeChannel });
    window.open = (url) => {
      const popup = {
        url: String(url),
        closed: false,
        close: () => {
          popup.closed = true;
        },
      };
      opened.push(popup);
      return popup as unknown as Window;
    };
  });
  afterEach(() => {
    window.open = original;
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });
  const choose = async () => {
    const app = startApp();
    await openDialog(app.user);
    await waitFor(() => expect(server.calls('GET', '/api/auth/ways')).toHaveLength(1));
    await app.user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    return app;
  };

  test('opens its window, and the token that comes back signs in', async () => {
    server.on('POST', '/api/auth/firebase-exchange', session);
    await choose();
    expect(opened[0]?.url).toBe('/identity/google');
    hear({ type: 'something else' });
    hear({ type: 'identity', firebaseToken: 'signed' });
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/firebase-exchange')[0]?.body).toEqual({ firebaseToken: 'signed' });
    expect(opened[0]?.closed).toBe(true);
  });

  test('what was typed before waits meanwhile, and is sent once the popup has signed in', async () => {
    server.on('POST', '/api/auth/firebase-exchange', session);
    const { user } = startApp();
    await user.type(await screen.findByPlaceholderText('Ask anything'), 'Half a question');
    await openDialog(user);
    await waitFor(() => expect(server.calls('GET', '/api/auth/ways')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    hear({ type: 'identity', firebaseToken: 'signed' });
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    await waitFor(() => expect(server.calls('POST', '/api/ai/groq')).toHaveLength(1), { timeout: 10_000 });
    expect(JSON.stringify(server.calls('POST', '/api/ai/groq')[0]?.body)).toContain('Half a question');
  });

  test('a closed window brings the button back without a word, and it can be tried again', async () => {
    const { user } = await choose();
    const button = screen.getByRole('button', { name: 'Continue with Google' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    opened[0]?.close();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(button);
    expect(opened).toHaveLength(2);
  });

  test.each([
    ['the page could not say who it is', () => hear({ type: 'identity', error: 'Cancelled' })],
    ['the server does not believe the token', () => hear({ type: 'identity', firebaseToken: 'forged' })],
  ])('it says that it failed when %s', async (_: string, after: () => void) => {
    server.on('POST', '/api/auth/firebase-exchange', () => answer({ error: 'Firebase token exchange failed' }, 401));
    await choose();
    after();
    expect(await screen.findByRole('alert')).toHaveTextContent('Firebase token exchange failed');
    expect(screen.getByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
  });

  const withProviders = () =>
    server.on('GET', '/api/auth/ways', () =>
      answer({
        google: true,
        phone: true,
        email: true,
        oidc: [
          { id: 'github', label: 'GitHub', icon: 'github' },
          { id: 'corp', label: 'Corp', icon: null },
        ],
        registration: 'open',
        googleUrl: '/identity/google',
        captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
        outboxUrl: null,
      }),
    );

  test('a configured provider has its own button and is no longer announced; its code signs in', async () => {
    withProviders();
    server.on('POST', '/api/auth/oidc/session', session);
    const { user } = startApp();
    await openDialog(user);
    const button = await screen.findByRole('button', { name: 'Continue with GitHub' });
    expect(screen.queryByRole('button', { name: 'GitHub' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Apple' })).toBeDisabled();
    await user.click(button);
    expect(opened[0]?.url).toBe('/api/auth/oidc/github/start');
    expect(button).toHaveAttribute('aria-busy', 'true');
    hear({ type: 'identity', code: 'one-time' });
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/oidc/session')[0]?.body).toEqual({ code: 'one-time' });
  });

  test.each([
    ['SIGN_IN_CANCELLED', /was cancelled/],
    ['RATE_LIMITED', /Too many tries/],
    ['SIGN_IN_LOST', /took too long/],
    ['SIGN_IN_PROVIDER_DOWN', /does not answer/],
    ['SIGN_IN_CLOCK', /clocks/],
    ['ANOTHER', /The server’s own words/],
  ])('a provider’s failure %s is said in plain words', async (reason, text) => {
    withProviders();
    const { user } = startApp();
    await openDialog(user);
    await user.click(await screen.findByRole('button', { name: 'Continue with Corp' }));
    hear({ type: 'identity', error: 'The server’s own words', reason });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  test.each([
    ['Continue with Corp', '/api/auth/oidc/session', { code: 'one-time' }],
    ['Continue with Google', '/api/auth/firebase-exchange', { firebaseToken: 'token' }],
  ])('%s goes on with the second step that the account asks for', async (name, path, result) => {
    withProviders();
    const needed = { error: 'This account also asks for a code.', code: 'SECOND_FACTOR_NEEDED' };
    server
      .on('POST', path, () => answer({ ...needed, challenge: 'proven', methods: ['totp'] }, 403))
      .on('POST', '/api/auth/second-factor', session);
    const { user } = startApp();
    await openDialog(user);
    await user.click(await screen.findByRole('button', { name }));
    hear({ type: 'identity', ...result });
    expect(await screen.findByRole('dialog', { name: 'One more step' })).toBeInTheDocument();
    await user.type(await screen.findByLabelText('Code of your authenticator app'), '123456{Enter}');
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/second-factor')[0]?.body).toMatchObject({ challenge: 'proven' });
  });

  test('an address that is taken is explained, as is a browser that opens no window', async () => {
    withProviders();
    server.on('POST', '/api/auth/oidc/session', () => answer({ error: 'x', code: 'SIGN_IN_ADDRESS_TAKEN' }, 409));
    const { user } = startApp();
    await openDialog(user);
    await user.click(await screen.findByRole('button', { name: 'Continue with Corp' }));
    hear({ type: 'identity', code: 'one-time' });
    expect(await screen.findByRole('alert')).toHaveTextContent('An account has this address already');
    window.open = () => null;
    await user.click(screen.getByRole('button', { name: 'Continue with Corp' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The browser blocked the sign-in window');
  });

  test('a browser that denies the channel of the result opens no window, and the page says what to allow', async () => {
    withProviders();
    class DeniedChannel {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    }
    Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, writable: true, value: DeniedChannel });
    await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent('Allow pop-ups and site data for this page');
    expect(opened).toEqual([]);
  });

  test('the settings list the accounts elsewhere, link another one and unlink', async () => {
    withProviders();
    const github = {
      id: 'a'.repeat(64),
      provider: 'github',
      label: 'GitHub',
      icon: 'github',
      createdAt: '2026-11-02T10:00:00Z',
    };
    const corp = { ...github, id: 'b'.repeat(64), provider: 'corp', label: 'Corp', icon: null };
    let identities: object[] = [github];
    const linked = () => answer({ identities, hasPassword: false });
    server.on('GET', '/api/auth/identities', linked);
    server.on('POST', '/api/auth/identities', () => {
      identities = [github, corp];
      return linked();
    });
    server.on('DELETE', `/api/auth/identities/${corp.id}`, () => {
      identities = [github];
      return linked();
    });
    server.on('DELETE', `/api/auth/identities/${github.id}`, () => answer({ error: 'x', code: 'LAST_WAY_IN' }, 409));
    window.history.replaceState(null, '', '/#/settings/account');
    const { user } = startApp({ stored: signedIn() });
    const section = await screen.findByRole('region', { name: 'Ways to sign in' });
    expect(within(section).queryByRole('button', { name: 'Link GitHub' })).toBeNull();
    await user.click(within(section).getByRole('button', { name: 'Link Corp' }));
    expect(opened[0]?.url).toBe('/api/auth/oidc/corp/start');
    hear({ type: 'identity', code: 'one-time' });
    await user.click(await within(section).findByRole('button', { name: 'Unlink Corp' }));
    await within(section).findByRole('button', { name: 'Link Corp' });
    await user.click(within(section).getByRole('button', { name: 'Unlink GitHub' }));
    expect(await within(section).findByRole('alert')).toHaveTextContent('the only way into your account');
  });
});

describe('a forgotten password', () => {
  test('asks for one address and tells nobody whether it has an account', async () => {
    server.on('POST', '/api/auth/forgot-password', () => answer({ success: true }));
    const { user } = startApp();
    const dialog = await openDialog(user);
    await user.click(screen.getByRole('button', { name: 'or continue with email' }));
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    expect(within(dialog).queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText(/a mail is on its way/)).toHaveTextContent('If ada@example.org has an account');
    expect(server.calls('POST', '/api/auth/forgot-password')[0]?.body).toEqual({ email: 'ada@example.org' });
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(screen.getByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
  });

  test('the link of the mail sets a new one and signs in; it leaves the address at once', async () => {
    server.on('POST', '/api/auth/reset-password', session);
    window.history.replaceState(null, '', '/?reset=one-time&x=1');
    const { user } = startApp();
    expect(window.location.search).toBe('?x=1');
    const field = await screen.findByLabelText('New password');
    await user.type(field, 'short');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(field).toHaveAccessibleDescription('Use at least 8 characters.');
    await user.type(field, ' and longer');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
    expect(server.calls('POST', '/api/auth/reset-password')[0]?.body).toEqual({
      token: 'one-time',
      password: 'short and longer',
    });
  });

  test('one of the most used passwords is refused before it is sent', async () => {
    server.on('POST', '/api/auth/reset-password', session);
    window.history.replaceState(null, '', '/?reset=one-time');
    const { user } = startApp();
    const field = await screen.findByLabelText('New password');
    await user.type(field, 'Superman{Enter}');
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('This is one of the most used passwords. Choose another.'),
    );
    expect(server.calls('POST', '/api/auth/reset-password')).toHaveLength(0);
    await user.clear(field);
    await user.type(field, '          {Enter}');
    expect(field).toHaveAccessibleDescription('A password of nothing but spaces is easily guessed. Choose another.');
  });

  test('the link of another account than the one that is signed in asks by both names first', async () => {
    server
      .on('POST', '/api/auth/reset-password', () =>
        answer({ token: 't9', user: aUser({ uid: 'eve', email: 'eve@example.org' }) }),
      )
      .on('GET', '/api/auth/me', ({ headers }) =>
        answer({
          user:
            headers.get('authorization') === 'Bearer t9' ? aUser({ uid: 'eve', email: 'eve@example.org' }) : aUser(),
        }),
      )
      .on('POST', '/api/auth/link', () => answer({ uid: 'eve', email: 'eve@example.org' }));
    window.history.replaceState(null, '', '/?reset=one-time');
    const { user } = startApp({ stored: signedIn() });
    await user.type(await screen.findByLabelText('New password'), 'correct horse{Enter}');
    expect(await screen.findByText(/You are signed in as/)).toHaveTextContent(
      `You are signed in as ${aUser().email}. Sign in as eve@example.org instead?`,
    );
    expect(server.calls('POST', '/api/auth/reset-password')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Sign in as eve@example.org' }));
    await waitFor(() => expect(stored('session')).toMatchObject({ token: 't9', user: { uid: 'eve' } }));
  });

  test('a spent link says so and leads to a new one', async () => {
    server.on('POST', '/api/auth/reset-password', () => answer({ error: 'Invalid or expired reset token' }, 400));
    window.history.replaceState(null, '', '/?reset=spent');
    const { user } = startApp();
    await user.type(await screen.findByLabelText('New password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired reset token');
    expect(screen.getByLabelText('New password')).toHaveValue('correct horse');
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(screen.getByRole('button', { name: 'Send reset link' })).toBeInTheDocument();
  });
});
