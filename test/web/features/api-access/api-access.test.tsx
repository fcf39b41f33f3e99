import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { ApiAccess } from '../../../../web/features/api-access/api-access.tsx';
import { createStore } from '../../../../web/state/store.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';

const SECRET = 'pk_abc_the-very-secret-part';
const KEY = { hint: 'pk_abc', createdAt: '2026-11-21T12:00:00.000Z', lastUsedAt: null };
const BASE = 'https://chat.example.org/v1';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
});
afterEach(() => server.restore());

const holds = (key: typeof KEY | null, eligible = true) =>
  server.on('GET', '/api/account/api-key', () => answer({ eligible, key, baseUrl: BASE }));

const start = (onPlans: (() => void) | null = null) => {
  const { store } = createStore();
  const view = render(
    <Provider store={store}>
      <ApiAccess model="some/model" onPlans={onPlans} />
    </Provider>,
  );
  return { store, view, user: userEvent.setup() };
};

test('who has no Premium sees that it is part of it, with the way there', async () => {
  holds(null, false);
  let asked = 0;
  const { user } = start(() => {
    asked += 1;
  });
  expect(await screen.findByText('Part of the Premium plan.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'See plans' }));
  expect(asked).toBe(1);
  expect(screen.queryByRole('button', { name: /key/i })).not.toBeInTheDocument();
});

test('a new key is shown once, with a warning and a copy button, and stays in no store', async () => {
  holds(null);
  server.on('POST', '/api/account/api-key', () => {
    holds(KEY);
    return answer({ secret: SECRET, key: KEY }, 201);
  });
  const { user, store } = start();
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(screen.getByText(/It is not shown again/)).toBeInTheDocument();
  expect(await screen.findByText('pk_abc')).toBeInTheDocument();
  expect(JSON.stringify(store.getState())).not.toContain('the-very-secret-part');
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(SECRET));
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(SECRET)).not.toBeInTheDocument();
});

test('the key tells when it was made and used, and how to use it', async () => {
  server.on('GET', '/api/account/api-key', () =>
    answer({ eligible: true, key: { ...KEY, lastUsedAt: '2026-11-23T12:00:00.000Z' }, baseUrl: BASE }),
  );
  start();
  expect(await screen.findByText('Made on November 21, 2026. Last used on November 23, 2026.')).toBeInTheDocument();
  expect(screen.getByText(BASE)).toBeInTheDocument();
  expect(screen.getByLabelText('Example')).toHaveTextContent(`base_url="${BASE}"`);
  expect(screen.getByLabelText('Example')).toHaveTextContent('model="some/model"');
  expect(screen.getByLabelText('Example').textContent?.split('\n')).toHaveLength(2);
});

test('replacing asks first, then shows the new key', async () => {
  holds(KEY);
  server.on('POST', '/api/account/api-key', () => answer({ secret: SECRET, key: KEY }, 201));
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('stop working at once');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(server.calls('POST', '/api/account/api-key')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await user.click(screen.getByRole('button', { name: 'Replace key' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('deleting asks first and leaves none', async () => {
  holds(KEY);
  server.on('DELETE', '/api/account/api-key', () => {
    holds(null);
    return answer({ success: true });
  });
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete key' }));
  expect(await screen.findByRole('button', { name: 'Create key' })).toBeInTheDocument();
  expect(screen.queryByText('pk_abc')).not.toBeInTheDocument();
});

test.each([
  ['Delete', 'Delete key', 'DELETE', 'The key could not be deleted. Please try again.'],
  ['Replace', 'Replace key', 'POST', 'The key could not be made. Please try again.'],
])('%s that fails says so and keeps the key', async (name, confirm, method, text) => {
  holds(KEY);
  server.on(method, '/api/account/api-key', () => new Response('', { status: 500 }));
  const { user } = start();
  await user.click(await screen.findByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: confirm }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByText('pk_abc')).toBeInTheDocument();
});

test('what cannot be loaded can be asked for again', async () => {
  server.on('GET', '/api/account/api-key', () => answer({ error: 'x' }, 500));
  const { user } = start();
  const again = await screen.findByRole('button', { name: 'Try again' });
  holds(null);
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Create key' })).toBeInTheDocument();
});
