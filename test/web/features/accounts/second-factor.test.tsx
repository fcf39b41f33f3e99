import { jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { ReauthenticationDialog } from '../../../../web/features/accounts/reauthentication/reauthentication-dialog.tsx';
import { SecondFactorSetting } from '../../../../web/features/accounts/second-factor/second-factor-setting.tsx';
import { SignInDialog } from '../../../../web/features/accounts/sign-in/sign-in-dialog.tsx';
import { createStore, useAppSelector } from '../../../../web/state/store.ts';
import { authModalSet } from '../../../../web/state/ui-slice.ts';
import { aUser, NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { signedIn } from '../../support/start-app.tsx';

const STEP = '/api/auth/second-factor';
const TOTP = '/api/account/second-factor/totp';
const NEEDED = {
  error: 'This account also asks for a code.',
  code: 'SECOND_FACTOR_NEEDED',
  requiresSecondFactor: true,
  challenge: 'the-challenge',
  methods: ['totp', 'recovery-code'],
};

let server: FakeServer;
let since: string | null;
let passkeys: readonly object[];
beforeEach(() => {
  since = null;
  passkeys = [];
  server = new FakeServer()
    .on('GET', '/api/auth/ways', () =>
      answer({ email: true, registration: 'open', oidc: [], google: false, phone: false }),
    )
    .on('POST', '/api/auth/login', () => answer(NEEDED, 403))
    .on('POST', STEP, () => answer({ token: 'a-token', user: aUser() }))
    .on('GET', '/api/account/second-factor', () =>
      answer({ totpSince: since, recoveryCodesLeft: since === null ? 0 : 10, passkeys }),
    )
    .on('POST', TOTP, () =>
      answer({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' }, 201),
    )
    .on('POST', `${TOTP}/confirm`, () => {
      since = NOW.toISOString();
      return answer({ recoveryCodes: ['aaaaa-11111', 'bbbbb-22222'] });
    })
    .install();
});
afterEach(() => server.restore());

describe('signing in with a second factor', () => {
  const start = async () => {
    const { store } = createStore(NOW);
    const onSignedIn = jest.fn();
    const Dialogs = () => {
      const isOpen = useAppSelector(({ ui }) => ui.authModalOpen);
      return isOpen ? (
        <SignInDialog onSignedIn={onSignedIn} onClose={() => store.dispatch(authModalSet(false))} foot={null} />
      ) : null;
    };
    store.dispatch(authModalSet(true));
    render(
      <Provider store={store}>
        <Dialogs />
      </Provider>,
    );
    const user = userEvent.setup({ delay: null });
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ann@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await screen.findByRole('dialog', { name: 'One more step' });
    await screen.findByRole('button', { name: 'Continue' }); // it is loaded then
    return { store, user, onSignedIn };
  };
  const go = () => screen.getByRole('button', { name: 'Continue' });

  test('goes on in the same dialog, and ends with the code', async () => {
    const { user, onSignedIn } = await start();
    expect(go()).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Code of your authenticator app' }), '123 456');
    await user.click(go());
    expect(server.calls('POST', STEP).map(({ body }) => body)).toEqual([
      { challenge: 'the-challenge', proof: { code: '123456' } },
    ]);
    expect(onSignedIn).toHaveBeenCalledWith(expect.objectContaining({ token: 'a-token' }));
  });

  test('says that a code is wrong, and takes a recovery code in its place', async () => {
    server.on('POST', STEP, () => answer({ error: 'no', code: 'WRONG_SECOND_FACTOR' }, 403));
    const { user } = await start();
    await user.type(screen.getByRole('textbox'), '123456');
    await user.click(go());
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right');
    expect(screen.getByRole('textbox')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), ' aaaaa-11111 ');
    await user.click(go());
    expect(server.calls('POST', STEP).at(-1)?.body).toEqual({
      challenge: 'the-challenge',
      proof: { recoveryCode: 'aaaaa-11111' },
    });
  });

  test('starts again when the first step has expired', async () => {
    server.on('POST', STEP, () => answer({ error: 'no', code: 'SECOND_FACTOR_EXPIRED' }, 403));
    const { user } = await start();
    await user.type(screen.getByRole('textbox'), '123456');
    await user.click(go());
    expect(await screen.findByRole('alert')).toHaveTextContent('expired');
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ann@example.org');
  });
});

describe('two-step sign-in in the settings', () => {
  const start = () => {
    for (const [key, value] of Object.entries(signedIn({}))) localStorage.setItem(key, JSON.stringify(value));
    render(
      <Provider store={createStore(NOW).store}>
        <SecondFactorSetting />
      </Provider>,
    );
    return userEvent.setup({ delay: null });
  };

  test('is set up by a picture or a text and a code; recovery codes are shown until they are stored', async () => {
    const user = start();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Code that the app shows now' }), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    const codes = await screen.findByRole('list');
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    expect(screen.queryByText('aaaaa-11111')).not.toBeInTheDocument();
    expect(await screen.findByText('Unused codes: 10')).toBeVisible();
  });

  test('is removed, and gets new recovery codes, after a question each', async () => {
    since = NOW.toISOString();
    server
      .on('DELETE', TOTP, () => {
        since = null;
        return answer({ success: true });
      })
      .on('POST', '/api/account/second-factor/recovery-codes', () => answer({ recoveryCodes: ['ccccc-33333'] }, 201));
    const user = start();
    await user.click(await screen.findByRole('button', { name: 'New codes' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'New codes' }));
    expect(await screen.findByText('ccccc-33333')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
  });
});

test('a passkey that could not be removed says so and stays', async () => {
  passkeys = [{ id: 'pk1', name: 'Laptop', createdAt: NOW.toISOString(), lastUsedAt: null }];
  server.on('DELETE', '/api/account/passkeys/pk1', () => answer({ error: 'The server is resting' }, 503));
  render(
    <Provider store={createStore(NOW).store}>
      <SecondFactorSetting />
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is resting');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByText('Laptop')).toBeVisible();
});

test('a fresh proof of identity is a code, for whoever has a second factor', async () => {
  since = NOW.toISOString();
  server
    .on('POST', '/api/auth/reauthenticate', ({ body }) =>
      JSON.stringify(body['proof']) === '{"code":"123456"}'
        ? answer({ success: true })
        : answer({ error: 'no', code: 'WRONG_SECOND_FACTOR' }, 403),
    )
    .install();
  const onConfirmed = jest.fn();
  render(
    <Provider store={createStore(NOW).store}>
      <ReauthenticationDialog user={aUser({ hasSecondFactor: true })} onConfirmed={onConfirmed} onClose={jest.fn()} />
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  const field = () => screen.getByRole('textbox', { name: 'Code of your authenticator app' });
  await screen.findByRole('textbox');
  await user.type(field(), '000000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right');
  expect(field()).toHaveFocus();
  await user.type(field(), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(onConfirmed).toHaveBeenCalledTimes(1);
});
