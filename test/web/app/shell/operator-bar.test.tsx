import { act, screen, waitFor, within } from '@testing-library/react';

import { openDialog } from '../../../../web/app/router/navigation.ts';
import { BUILT_IN_SKINS } from '../../../../web/features/appearance/skins.ts';
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

test('announcement and maintenance are told in the operator’s words; the former can be closed', async () => {
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
  expect(screen.getByRole('region', { name: 'Notices' })).toHaveTextContent(/being maintained/);
});

describe('the operator’s own pages', () => {
  const legal = { imprint: 'https://example.org/imprint', privacy: '/privacy' };
  const serve = (of: object | null) =>
    aServer().on('GET', '/api/theme', () => answer({ skins: BUILT_IN_SKINS, sandbox: false, legal: of }));
  const links = (place: Pick<typeof screen, 'getByRole'>) =>
    within(place.getByRole('navigation', { name: 'Legal' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  const both = [
    ['Imprint', legal.imprint],
    ['Privacy', legal.privacy],
  ];

  test('are linked on the first page, in the sign-in dialog and under the prices', async () => {
    server = serve(legal);
    const { user } = startApp();
    const main = within(screen.getByTestId('main'));
    await main.findByRole('navigation', { name: 'Legal' });
    expect(links(main)).toEqual(both);
    const [button] = await screen.findAllByRole('button', { name: 'Sign In' });
    if (button) await user.click(button);
    expect(links(within(await screen.findByRole('dialog')))).toEqual(both);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    act(() => openDialog({ at: 'pricing' }));
    expect(links(within(await screen.findByRole('dialog', { name: 'Pricing' })))).toEqual(both);
  });

  test('that are not there have no link', async () => {
    server = serve({ ...legal, imprint: null });
    startApp();
    await screen.findByRole('navigation', { name: 'Legal' });
    expect(links(screen)).toEqual([['Privacy', '/privacy']]);
  });
});
