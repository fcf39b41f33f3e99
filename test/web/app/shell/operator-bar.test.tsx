import { screen, waitFor } from '@testing-library/react';

import { answer, type FakeServer } from '../../support/fake-server.ts';
import { aServer, signedIn, startApp } from '../../support/start-app.tsx';

let server: FakeServer;
afterEach(() => server.restore());

const bar = () => screen.queryByText(/anybody can sign in as anybody/);

test.each([
  ['a visitor', {}],
  ['a person', signedIn()],
])('%s is told by a bar when the server says that it is a sandbox', async (_who, stored) => {
  server = aServer().on('GET', '/api/theme', () => answer({ sandbox: true }));
  startApp({ stored });
  await waitFor(() => expect(bar()).toHaveAttribute('role', 'note'));
});

test('elsewhere there is none', async () => {
  server = aServer();
  startApp();
  await screen.findAllByRole('button', { name: 'Sign In' });
  expect(bar()).not.toBeInTheDocument();
});

test('an announcement and the maintenance mode are told in the words of the operator; the former can be closed', async () => {
  server = aServer().on('GET', '/api/theme', () =>
    answer({
      sandbox: false,
      announcement: { tone: 'info', text: 'Lunch is at noon' },
      maintenance: { text: '' },
    }),
  );
  const { user } = startApp();
  expect(await screen.findByText('Lunch is at noon')).toHaveAttribute('role', 'note');
  expect(screen.getByText(/This server is being maintained/)).toHaveAttribute('role', 'note');
  await user.click(screen.getByRole('button', { name: 'Close the announcement' }));
  expect(screen.queryByText('Lunch is at noon')).not.toBeInTheDocument();
});
