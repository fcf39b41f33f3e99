import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { solveProofOfWork } from '../../../web/features/accounts/captcha/proof-of-work.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { fillNewAccount, openDialog, send } from '../support/sign-in.ts';
import { aServer, startApp, stored } from '../support/start-app.tsx';

/** Does what the worker's file does, on this page's own thread. */
class FakeWorker {
  static breaks = false;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  private ended = false;
  postMessage({ challenge, difficulty }: { challenge: string; difficulty: number }): void {
    void Promise.resolve().then(() => {
      if (this.ended) return;
      if (FakeWorker.breaks) this.onerror?.();
      else this.onmessage?.({ data: solveProofOfWork(challenge, difficulty) });
    });
  }
  terminate(): void {
    this.ended = true;
  }
}

let server: FakeServer;
const proofs = () => server.calls('POST', '/api/auth/register').map(({ body }) => body['captchaToken']);
const created = () => answer({ requiresEmailVerification: false, token: 't1', user: aUser() }, 201);
const asked = (captchaError?: string) =>
  answer({ error: 'Registration failed', code: 'CAPTCHA_REQUIRED', ...(captchaError ? { captchaError } : {}) }, 403);
const options = (captcha: Record<string, unknown>) =>
  server.on('GET', '/api/auth/ways', () =>
    answer({
      google: true,
      phone: true,
      email: true,
      oidc: [],
      registration: 'open',
      googleUrl: '/identity/google',
      captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false, ...captcha },
      outboxUrl: null,
    }),
  );

beforeEach(() => {
  FakeWorker.breaks = false;
  Object.defineProperty(globalThis, 'Worker', { configurable: true, writable: true, value: FakeWorker });
  let challenge = 0;
  server = aServer().on('GET', '/api/auth/captcha', () => {
    challenge += 1;
    return answer({
      provider: 'builtin',
      challenge: `c${challenge}`,
      difficulty: 4,
      expiresAt: '2026-11-21T14:35:00.000Z',
    });
  });
});
afterEach(() => {
  server.restore();
  Reflect.deleteProperty(globalThis, 'Worker');
});

const box = () => screen.getByRole('checkbox', { name: 'I am human' });
const submit = () => screen.getByRole('button', { name: 'Create Account' });

test('the box appears when the server asks for it; Create Account waits until it is ticked and solved', async () => {
  server.on('POST', '/api/auth/register', ({ body }) => (body['captchaToken'] === undefined ? asked() : created()));
  const { user } = startApp();
  await fillNewAccount(user);
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await send(user);
  expect(await screen.findByText('Registration failed')).toBeInTheDocument();
  expect(submit()).toBeDisabled();
  await user.click(box());
  await waitFor(() => expect(submit()).toBeEnabled());
  await user.click(box());
  expect(submit()).toBeDisabled();
  await user.click(box());
  await waitFor(() => expect(submit()).toBeEnabled());
  await send(user);
  await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
  expect(proofs()).toEqual([undefined, solveProofOfWork('c2', 4)]);
});

test('a proof that did not count is told at the box, and a fresh one is asked for; nothing typed is lost', async () => {
  server.on('POST', '/api/auth/register', ({ body }) =>
    asked(body['captchaToken'] === undefined ? undefined : 'Captcha verification failed'),
  );
  const { user } = startApp();
  const dialog = await fillNewAccount(user);
  await send(user);
  await user.click(await screen.findByRole('checkbox'));
  await waitFor(() => expect(submit()).toBeEnabled());
  await send(user);
  expect(await screen.findByText('Captcha verification failed')).toBeInTheDocument();
  expect(box()).not.toBeChecked();
  expect(submit()).toBeDisabled();
  expect(within(dialog).getByLabelText('Email')).toHaveValue('ada@example.org');
});

test('a check that breaks says so and can be ticked again', async () => {
  options({ always: true });
  FakeWorker.breaks = true;
  const { user } = startApp();
  await fillNewAccount(user);
  await user.click(await screen.findByRole('checkbox'));
  expect(await screen.findByText(/The check did not work/)).toBeInTheDocument();
  expect(box()).not.toBeChecked();
  FakeWorker.breaks = false;
  await user.click(box());
  await waitFor(() => expect(submit()).toBeEnabled());
});

test('where it is always asked for, the box is there from the start, and never for signing in', async () => {
  options({ always: true });
  const { user } = startApp();
  await openDialog(user);
  await user.click(screen.getByRole('button', { name: 'or continue with email' }));
  await waitFor(() => expect(server.calls('GET', '/api/auth/ways')).not.toHaveLength(0));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByRole('checkbox')).toBeInTheDocument();
  expect(submit()).toBeDisabled();
});

test("another company's check is fetched only when needed and its token is sent", async () => {
  options({ provider: 'turnstile', siteKey: 'site', scriptUrl: 'https://captcha.example/api.js', always: true });
  server.on('POST', '/api/auth/register', created);
  const { user } = startApp();
  await openDialog(user);
  expect(document.querySelector('script[src*="captcha.example"]')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await fillNewAccount(user);
  const script = await waitFor(() => {
    const found = document.querySelector<HTMLScriptElement>('script[src*="captcha.example"]');
    expect(found).not.toBeNull();
    return found as HTMLScriptElement;
  });
  expect(script.src).toContain('render=explicit');
  let shown: Record<string, unknown> = {};
  Object.assign(window, {
    turnstile: {
      render: (_: HTMLElement, given: Record<string, unknown>) => {
        shown = given;
        return 'w1';
      },
      remove: () => undefined,
    },
  });
  (Reflect.get(window, 'parleyCaptchaReady') as () => void)();
  await waitFor(() => expect(shown['sitekey']).toBe('site'));
  expect(submit()).toBeDisabled();
  const told = (name: string, token?: string): void =>
    act(() => {
      (shown[name] as (token?: string) => void)(token);
    });
  told('callback', 'from-turnstile');
  await waitFor(() => expect(submit()).toBeEnabled());
  told('expired-callback');
  await waitFor(() => expect(submit()).toBeDisabled());
  told('callback', 'fresh');
  await waitFor(() => expect(submit()).toBeEnabled());
  await send(user);
  await waitFor(() => expect(proofs()).toEqual(['fresh']));
  Reflect.deleteProperty(window, 'turnstile');
});

test('a pause between new accounts holds Create Account, also once reopened, but not signing in', async () => {
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
  await fillNewAccount(user);
  await send(user);
  expect(await screen.findByText('Too many new accounts from here. Try again in 60 seconds')).toBeInTheDocument();
  expect(submit()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await user.keyboard('{Escape}');
  page.moveTo(new Date(page.now().getTime() + 20_000));
  await fillNewAccount(user);
  expect(screen.getByText('Too many new accounts from here. Try again in 40 seconds')).toBeInTheDocument();
  expect(submit()).toBeDisabled();
});

test('a throw-away address, under whatever name, is refused here without asking the server', async () => {
  const { user } = startApp();
  await fillNewAccount(user, 'ada@mx.mailinator.com');
  await send(user);
  await waitFor(() =>
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Disposable email addresses are not allowed'),
  );
  expect(server.calls('POST', '/api/auth/register')).toHaveLength(0);
});

test('a sign-in at which many guess asks for the proof, and goes on with it', async () => {
  server.on('POST', '/api/auth/login', ({ body }) =>
    body['captchaToken'] === undefined
      ? answer({ error: 'Login failed', code: 'CAPTCHA_REQUIRED' }, 403)
      : answer({ token: 't1', user: aUser() }),
  );
  const user = userEvent.setup();
  startApp();
  const dialog = await openDialog(user);
  await user.click(screen.getByRole('button', { name: 'or continue with email' }));
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Confirm below that you are human, then try again.')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await user.click(box());
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Sign In' })).toBeEnabled());
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(stored('session')).toMatchObject({ token: 't1' }));
});
