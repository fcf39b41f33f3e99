import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { Provider } from 'react-redux';

import { Reauthentication } from '../../../../web/app/dialogs/reauthentication.tsx';
import { api, type ApiRequest } from '../../../../web/lib/api.ts';
import { createStore } from '../../../../web/state/store.ts';
import type { aUser } from '../../support/builders.ts';
import { NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { signedIn } from '../../support/start-app.tsx';

const CONFIRM = '/api/auth/reauthenticate';
const KEYS = '/api/account/api-keys';
const REFUSED = { error: 'Please confirm that it is you', code: 'REAUTHENTICATION_REQUIRED' };

const guarded = api.injectEndpoints({
  endpoints: (build) => ({
    guarded: build.mutation<unknown, ApiRequest['body']>({ query: (body) => ({ method: 'POST', path: KEYS, body }) }),
  }),
});

let server: FakeServer;
let confirmed = false;
beforeEach(() => {
  confirmed = false;
  server = new FakeServer()
    .on('GET', '/api/auth/ways', () => answer({ google: false, oidc: [], googleUrl: null, outboxUrl: null }))
    .on('GET', '/api/auth/identities', () => answer({ identities: [], hasPassword: false }))
    .on('POST', KEYS, () => (confirmed ? answer({ made: true }, 201) : answer(REFUSED, 403)))
    .on('POST', CONFIRM, ({ body }) => {
      confirmed =
        body['password'] === 'right one' || body['sessionToken'] === 'fresh' || body['providerCode'] === 'own';
      return confirmed ? answer({ success: true }) : answer({ error: 'No', field: Object.keys(body)[0] }, 403);
    })
    .install();
});
afterEach(() => server.restore());

const start = (of: Parameters<typeof aUser>[0] = {}) => {
  for (const [key, value] of Object.entries(signedIn(of))) localStorage.setItem(key, JSON.stringify(value));
  const { store } = createStore(NOW);
  const view = render(
    <Provider store={store}>
      <Suspense>
        <Reauthentication />
      </Suspense>
    </Provider>,
  );
  const send = (body: unknown) => store.dispatch(guarded.endpoints.guarded.initiate(body));
  return { view, send, user: userEvent.setup({ delay: null }) };
};

const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

test('a refused call waits for the password and then goes on with what it was', async () => {
  const { send, user } = start({ hasPassword: true });
  const first = send({ name: 'laptop' });
  const second = send({ name: 'phone' });
  const box = within(await dialog());
  await user.type(box.getByLabelText('Password'), 'wrong one');
  await user.click(box.getByRole('button', { name: 'Confirm' }));
  expect(await box.findByText('This is not your current password.')).toBeInTheDocument();
  await user.clear(box.getByLabelText('Password'));
  await user.type(box.getByLabelText('Password'), 'right one{Enter}');
  expect([(await first).data, (await second).data]).toEqual([{ made: true }, { made: true }]);
  expect(server.calls('POST', KEYS).map(({ body }) => body['name'])).toEqual(['laptop', 'phone', 'laptop', 'phone']);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('whoever closes the dialog gets the refusal, and the next call asks again', async () => {
  const { send, user } = start({ hasPassword: true });
  const first = send({ name: 'laptop' });
  await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
  expect((await first).error).toMatchObject({ status: 403, code: 'REAUTHENTICATION_REQUIRED' });
  void send({ name: 'laptop' });
  expect(await dialog()).toBeInTheDocument();
});

test('an account of a phone proves itself by a code', async () => {
  server
    .on('POST', '/api/auth/send-sms', () => answer({ success: true, devCode: '123456' }))
    .on('POST', '/api/auth/verify-sms', () => answer({ token: 'fresh', user: {} }));
  const { send, user } = start({ hasPassword: false, email: null, phoneNumber: '+12015550123', authMode: 'phone' });
  const call = send({ name: 'laptop' });
  const box = within(await dialog());
  await user.click(box.getByRole('button', { name: 'Send code' }));
  await user.type(await box.findByLabelText('Code'), '123456');
  await user.click(box.getByRole('button', { name: 'Submit' }));
  expect((await call).data).toEqual({ made: true });
  expect(server.calls('POST', '/api/auth/verify-sms').map(({ body }) => body)).toEqual([
    { phoneNumber: '+12015550123', otp: '123456' },
  ]);
  expect(server.calls('POST', CONFIRM).map(({ body }) => body)).toEqual([{ sessionToken: 'fresh' }]);
});

test('an account without a password and without a provider sets one by mail', async () => {
  server.on('POST', '/api/auth/forgot-password', () => answer({ success: true }));
  const { send, user, view } = start({ hasPassword: false, email: 'ann@example.org' });
  const call = send({ name: 'laptop' });
  await user.click(within(await dialog()).getByRole('button', { name: 'Mail me a link' }));
  expect(await screen.findByText(/is on its way/)).toBeInTheDocument();
  view.unmount();
  expect((await call).error).toMatchObject({ status: 403 });
});

describe('an account of a provider', () => {
  const original = window.open;
  let onMessage: ((event: { data: unknown }) => void) | null;
  /** jsdom has no channels; the last one made is the popup's. */
  class FakeChannel {
    set onmessage(listener: typeof onMessage) {
      onMessage = listener;
    }
    close(): void {
      onMessage = null;
    }
  }
  beforeEach(() => {
    Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, writable: true, value: FakeChannel });
    window.open = () => ({ closed: false, close: () => undefined }) as unknown as Window;
  });
  afterEach(() => {
    window.open = original;
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });

  test.each([
    ['a password', { hasPassword: true, email: 'ann@example.org' }],
    ['a phone', { hasPassword: false, email: null, phoneNumber: '+12015550123', authMode: 'phone' as const }],
  ])('is a proof beside %s, if it is linked', async (_what, of) => {
    server
      .on('GET', '/api/auth/ways', () =>
        answer({
          google: true,
          oidc: [
            { id: 'corp', label: 'Corp', icon: null },
            { id: 'other', label: 'Other', icon: null },
          ],
          googleUrl: '/identity/google',
          outboxUrl: null,
        }),
      )
      .on('GET', '/api/auth/identities', () =>
        answer({ identities: [{ id: 'x', provider: 'corp' }], hasPassword: true }),
      );
    const { send, user } = start(of);
    const call = send({ name: 'laptop' });
    const box = within(await dialog());
    await user.click(await box.findByRole('button', { name: 'Continue with Corp' }));
    for (const name of ['Continue with Other', 'Continue with Google'])
      expect(box.queryByRole('button', { name })).not.toBeInTheDocument();
    act(() => onMessage?.({ data: { type: 'identity', code: 'own' } }));
    expect((await call).data).toEqual({ made: true });
    expect(server.calls('POST', CONFIRM).map(({ body }) => body)).toEqual([{ providerCode: 'own' }]);
  });

  test('proves itself there without signing in, so another one there gets no account', async () => {
    server.on('GET', '/api/auth/ways', () =>
      answer({ google: false, oidc: [{ id: 'corp', label: 'Corp', icon: null }], googleUrl: null, outboxUrl: null }),
    );
    const { send, user } = start({ hasPassword: false, email: 'ann@example.org' });
    const call = send({ name: 'laptop' });
    const box = within(await dialog());
    for (const code of ['of another', 'own']) {
      await user.click(await box.findByRole('button', { name: 'Continue with Corp' }));
      act(() => onMessage?.({ data: { type: 'identity', code } }));
      if (code !== 'own') expect(await box.findByRole('alert')).toBeInTheDocument();
    }
    expect((await call).data).toEqual({ made: true });
    expect(server.calls('POST', CONFIRM).map(({ body }) => body)).toEqual([
      { providerCode: 'of another' },
      { providerCode: 'own' },
    ]);
    expect(server.calls('POST', '/api/auth/oidc/session')).toEqual([]);
  });
});
