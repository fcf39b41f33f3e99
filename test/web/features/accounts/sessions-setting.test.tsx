import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { SessionsSetting } from '../../../../web/features/accounts/own-account/sessions-setting.tsx';
import { createStore } from '../../../../web/state/store.ts';
import { NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { signedIn } from '../../support/start-app.tsx';

const SESSIONS = '/api/auth/sessions';
const aSession = (more: object) => ({
  id: 's1',
  device: 'Firefox, Linux',
  method: 'password',
  createdAt: NOW.toISOString(),
  lastUsedAt: NOW.toISOString(),
  current: false,
  ...more,
});

let server: FakeServer;
let sessions: readonly object[];
beforeEach(() => {
  sessions = [aSession({ id: 's2', device: '', method: 'unknown' }), aSession({ current: true })];
  server = new FakeServer().on('GET', SESSIONS, () => answer({ sessions })).install();
});
afterEach(() => server.restore());

const start = async () => {
  for (const [key, value] of Object.entries(signedIn())) localStorage.setItem(key, JSON.stringify(value));
  const { store } = createStore(NOW);
  render(
    <Provider store={store}>
      <SessionsSetting />
    </Provider>,
  );
  await screen.findByText('Firefox, Linux');
  return userEvent.setup({ delay: null });
};

test('shows this device first, and no way to end it here', async () => {
  await start();
  expect(screen.getByText('This device')).toBeInTheDocument();
  expect(screen.getByText(/^By password\. Signed in /)).toBeInTheDocument();
  expect(screen.getByText('Unknown device')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Sign out on Firefox, Linux' })).not.toBeInTheDocument();
});

test('one ends, and leaves the list', async () => {
  server.on('DELETE', `${SESSIONS}/s2`, () => {
    sessions = [aSession({ current: true })];
    return answer({ success: true });
  });
  const user = await start();
  await user.click(screen.getByRole('button', { name: 'Sign out on Unknown device' }));
  await waitFor(() => expect(screen.queryByText('Unknown device')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Sign out the others' })).not.toBeInTheDocument();
});

test('a failure says so', async () => {
  server.on('DELETE', SESSIONS, () => answer({ error: 'The server is resting' }, 503));
  const user = await start();
  await user.click(screen.getByRole('button', { name: 'Sign out the others' }));
  expect(within(await screen.findByRole('alert')).getByText('The server is resting')).toBeInTheDocument();
});
