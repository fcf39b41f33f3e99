import { act, screen, waitFor, within } from '@testing-library/react';

import { openDialog } from '../../../web/app/router/navigation.ts';
import { withAdmin } from '../support/admin.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, openSettings, signedIn, startApp } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(aServer()).on('GET', '/api/auth/me', () => answer({ user: aUser({ isAdmin: true }) }));
});
afterEach(() => server.restore());

const inPanel = () => within(screen.getByRole('dialog', { name: 'Admin Panel' }));

test('opens from the settings for admins, with all tabs, at Rate Limits', async () => {
  const { user } = startApp({ stored: { ...signedIn({ isAdmin: true }), 'ui-storage': { sidebarOpen: true } } });
  await openSettings(user, 'Administration');
  await user.click(await screen.findByRole('button', { name: 'Admin Panel' }));
  await screen.findByRole('dialog', { name: 'Admin Panel' });
  expect(
    inPanel()
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Overview',
    'Providers',
    'Rate Limits',
    'Model Access',
    'Model Config',
    'Features',
    'AI Agents',
    'Tools',
    'Prompts',
    'Freemium Trial',
    'File Storage',
    'Debug Logs',
    'Audit',
    'Shared Links',
    'Groups',
    'Sign-up & Sign-in',
    'Users',
  ]);
  expect(inPanel().getByRole('tab', { selected: true })).toHaveTextContent('Rate Limits');
});

test('is not there for anybody else, even when it is asked for', async () => {
  server.on('GET', '/api/auth/me', () => answer({ user: aUser() }));
  const { user } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
  act(() => {
    openDialog({ at: 'admin', tab: null });
  });
  expect(await screen.findByText(/for administrators only/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to the conversation' }));
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  await openSettings(user, 'Account');
  await screen.findByRole('button', { name: 'Sign Out' });
  await screen.findByRole('button', { name: 'Manage Subscription' });
  expect(screen.queryByRole('link', { name: 'Administration' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Admin Panel' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Admin Panel' })).not.toBeInTheDocument();
  expect(server.calls('GET', '/api/admin/rate-limits')).toEqual([]);
});
