import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { ApiAccess } from '../../../../web/features/api-access/api-access.tsx';
import { createStore } from '../../../../web/state/store.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';

const SECRET = 'pk_abc_the-very-secret-part';
const KEY = {
  id: 'abc',
  name: 'Laptop',
  scope: 'chat',
  hint: 'pk_abc',
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2027-11-21T12:00:00.000Z',
  expired: false,
  lastUsedAt: null,
};
const PATH = '/api/account/api-keys';
const BASE = 'https://chat.example.org/v1';
const MCP = 'https://chat.example.org/mcp';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
});
afterEach(() => server.restore());

const holds = (keys: readonly object[], eligible = true) =>
  server.on('GET', PATH, () => answer({ eligible, keys, baseUrl: BASE, mcpUrl: MCP }));

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
  holds([], false);
  let asked = 0;
  const { user } = start(() => {
    asked += 1;
  });
  expect(await screen.findByText('Part of the Premium plan.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'See plans' }));
  expect(asked).toBe(1);
  expect(screen.queryByRole('button', { name: /key/i })).not.toBeInTheDocument();
});

test('a new key is named and limited, shown once with a warning and a copy button, and stays in no store', async () => {
  holds([]);
  server.on('POST', PATH, () => {
    holds([KEY]);
    return answer({ secret: SECRET, key: KEY }, 201);
  });
  const { user, store } = start();
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  expect(screen.getByRole('button', { name: 'Create key' })).toBeDisabled();
  await user.type(screen.getByLabelText('Name'), ' Laptop ');
  await user.selectOptions(screen.getByLabelText('It may'), 'Use tools (MCP): files, chats, models');
  await user.selectOptions(screen.getByLabelText('It ends'), 'Never');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(server.calls('POST', PATH).map(({ body }) => body)).toEqual([
    { name: 'Laptop', scope: 'tools', expiresInDays: null },
  ]);
  expect(screen.getByText(/It is not shown again/)).toBeInTheDocument();
  expect(await screen.findByText('pk_abc')).toBeInTheDocument();
  expect(JSON.stringify(store.getState())).not.toContain('the-very-secret-part');
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(SECRET));
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(SECRET)).not.toBeInTheDocument();
});

test('without a choice a key uses models for a year', async () => {
  holds([]);
  server.on('POST', PATH, () => answer({ secret: SECRET, key: KEY }, 201));
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  await user.type(screen.getByLabelText('Name'), 'Laptop{Enter}');
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(server.calls('POST', PATH)[0]?.body).toEqual({ name: 'Laptop', scope: 'chat', expiresInDays: 365 });
});

test('each key tells what it may, when it was made and used, and when it ends', async () => {
  holds([
    { ...KEY, lastUsedAt: '2026-11-23T12:00:00.000Z' },
    { ...KEY, id: 'old', name: 'Office', scope: 'all', expired: true, expiresAt: '2026-11-22T12:00:00.000Z' },
    { ...KEY, id: 'first', name: 'Personal key', scope: 'all', expiresAt: null },
    { ...KEY, id: 'mcp', name: 'Editor', scope: 'tools' },
  ]);
  start();
  const facts = 'Made on November 21, 2026. Last used on November 23, 2026. Ends on November 21, 2027.';
  expect(await screen.findByText(facts, { exact: false })).toBeInTheDocument();
  expect(screen.getByText('Models')).toBeInTheDocument();
  expect(screen.getByText('Expired')).toBeInTheDocument();
  expect(screen.getByText(/Ended on November 22, 2026\./)).toBeInTheDocument();
  expect(screen.getByText('Tools')).toBeInTheDocument();
  expect(screen.getByText(/Not used yet\. Never ends\./)).toBeInTheDocument();
  expect(screen.getByText(BASE)).toBeInTheDocument();
  expect(screen.getByLabelText('Example')).toHaveTextContent(`base_url="${BASE}"`);
  expect(screen.getByLabelText('Example')).toHaveTextContent('model="some/model"');
  expect(screen.getByLabelText('Example').textContent?.split('\n')).toHaveLength(2);
  expect(screen.getByText(MCP)).toBeInTheDocument();
  expect(JSON.parse(screen.getByLabelText('Example for MCP clients').textContent)).toEqual({
    mcpServers: { parley: { type: 'http', url: MCP, headers: { Authorization: 'Bearer YOUR_KEY' } } },
  });
});

test('deleting asks first and leaves the others', async () => {
  holds([KEY, { ...KEY, id: 'other', name: 'Office', hint: 'pk_other' }]);
  server.on('DELETE', `${PATH}/abc`, () => {
    holds([{ ...KEY, id: 'other', name: 'Office', hint: 'pk_other' }]);
    return answer({ success: true });
  });
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Delete the key Laptop' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('stop working at once');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(server.calls('DELETE', `${PATH}/abc`)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete the key Laptop' }));
  await user.click(screen.getByRole('button', { name: 'Delete key' }));
  await waitFor(() => expect(screen.queryByText('pk_abc')).not.toBeInTheDocument());
  expect(screen.getByText('pk_other')).toBeInTheDocument();
});

test('deleting that fails says so and keeps the key', async () => {
  holds([KEY]);
  server.on('DELETE', `${PATH}/abc`, () => new Response('', { status: 500 }));
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Delete the key Laptop' }));
  await user.click(screen.getByRole('button', { name: 'Delete key' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The key could not be deleted. Please try again.');
  expect(screen.getByText('pk_abc')).toBeInTheDocument();
});

test('making one that fails says so and keeps what was typed', async () => {
  holds([]);
  server.on('POST', PATH, () => new Response('', { status: 500 }));
  const { user } = start();
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  await user.type(screen.getByLabelText('Name'), 'Laptop');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The key could not be made. Please try again.');
  expect(screen.getByLabelText('Name')).toHaveValue('Laptop');
});

test('at the most keys another one is not offered', async () => {
  holds(Array.from({ length: 20 }, (_, index) => ({ ...KEY, id: `k${index}`, name: `Key ${index}` })));
  start();
  expect(await screen.findByRole('button', { name: 'Create key' })).toBeDisabled();
});

test('what cannot be loaded can be asked for again', async () => {
  server.on('GET', PATH, () => answer({ error: 'x' }, 500));
  const { user } = start();
  const again = await screen.findByRole('button', { name: 'Try again' });
  holds([]);
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Create key' })).toBeInTheDocument();
});
