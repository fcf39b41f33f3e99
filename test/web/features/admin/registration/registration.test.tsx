import { screen, waitFor, within } from '@testing-library/react';

import { someRegistration, withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, panel, startPanel } from '../support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const AT = '2026-11-20T09:30:00.000Z';
const LINK = 'https://parley.example/?invite=secret-token';

const anInvitation = (more: object = {}) => ({
  id: 'i1',
  email: 'new@example.org',
  tier: 'premium',
  tierDays: 30,
  uses: 1,
  used: 0,
  usedBy: [],
  byName: 'Grace',
  createdAt: AT,
  expiresAt: '2099-01-01T00:00:00.000Z',
  revokedAt: null,
  ...more,
});

const aRequest = (more: object = {}) => ({
  id: 'r1',
  email: 'noa@example.org',
  emailVerified: false,
  phoneNumber: null,
  name: 'Noa',
  way: 'password',
  provider: null,
  createdAt: AT,
  expiresAt: AT,
  declined: null,
  ...more,
});

const withInvitations = (...invitations: object[]) =>
  server.on('GET', '/api/admin/invitations', () => answer({ invitations, total: invitations.length }));

const withRequests = (...requests: object[]) =>
  server.on('GET', '/api/admin/registration-requests', () =>
    answer({ requests, total: requests.length, waiting: requests.length }),
  );

const card = async (name: string) => within(await inPanel().findByRole('region', { name }));
const row = async (name: RegExp) => within(await inPanel().findByRole('row', { name }));

test('mode and domains are chosen and saved together', async () => {
  server.on('POST', '/api/admin/registration-config', () =>
    answer({ success: true, config: { ...someRegistration(), mode: 'approval', domains: ['a.example', 'b.example'] } }),
  );
  const { user } = startPanel('sign-in');
  const registration = await card('Registration');
  await user.selectOptions(await registration.findByLabelText('New accounts'), 'After approval by an admin');
  await user.click(registration.getByRole('switch', { name: 'Mail the admins about requests' }));
  await user.type(registration.getByRole('textbox', { name: /Allowed mail domains/ }), 'A.example, @b.example');
  expect(registration.getByRole('textbox', { name: /Allowed mail domains/ })).toHaveValue('A.example, @b.example');
  await user.type(inPanel().getByLabelText('Reason for changes'), 'A team');
  await user.click(inPanel().getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(server.calls('POST', '/api/admin/registration-config')).toHaveLength(1));
  expect(server.calls('POST', '/api/admin/registration-config')[0]?.body).toMatchObject({
    mode: 'approval',
    domains: ['a.example', 'b.example'],
    requestMails: false,
  });
});

test('somebody is invited by mail, and the link is shown once', async () => {
  server.on('POST', '/api/admin/invitations', () => answer({ id: 'i1', link: LINK, isMailed: true }, 201));
  const { user } = startPanel('sign-in');
  await user.click(await inPanel().findByRole('button', { name: 'Invite…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite somebody' }));
  expect(dialog.getByLabelText('Works for')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: /Email address/ }), ' new@example.org ');
  expect(dialog.queryByLabelText('Works for')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Language of the mail'), 'Deutsch');
  await user.selectOptions(dialog.getByLabelText('Plan'), 'Premium');
  await user.selectOptions(dialog.getByLabelText('Plan lasts'), '30 days');
  await user.selectOptions(dialog.getByLabelText('Invitation valid for'), '30 days');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  const ready = within(await screen.findByRole('dialog', { name: 'The invitation is ready' }));
  expect(ready.getByText('The invitation is on its way.')).toBeInTheDocument();
  expect(ready.getByText(LINK)).toBeInTheDocument();
  expect(ready.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  expect(server.calls('POST', '/api/admin/invitations')[0]?.body).toEqual({
    email: 'new@example.org',
    language: 'de',
    tier: 'premium',
    tierDays: 30,
    days: 30,
    uses: 1,
  });
  await user.click(ready.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(LINK)).toBeNull();
});

test('a link for several has no address, and a mail that failed is said', async () => {
  server.on('POST', '/api/admin/invitations', () => answer({ id: 'i1', link: LINK, isMailed: false }, 201));
  const { user } = startPanel('sign-in');
  await user.click(await inPanel().findByRole('button', { name: 'Invite…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite somebody' }));
  await user.selectOptions(dialog.getByLabelText('Works for'), '10 accounts');
  await user.click(dialog.getByRole('button', { name: 'Make the link' }));
  expect(await screen.findByText(/could not be sent. Pass the link on yourself/)).toBeInTheDocument();
  expect(server.calls('POST', '/api/admin/invitations')[0]?.body).toMatchObject({ email: null, uses: 10 });
});

test('an invitation that the server refuses says why, and keeps what was typed', async () => {
  server.on('POST', '/api/admin/invitations', () => answer({ error: 'This person has an account' }, 409));
  const { user } = startPanel('sign-in');
  await user.click(await inPanel().findByRole('button', { name: 'Invite…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite somebody' }));
  await user.type(dialog.getByRole('textbox', { name: /Email address/ }), 'ann@example.org');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This person has an account');
  expect(dialog.getByRole('textbox', { name: /Email address/ })).toHaveValue('ann@example.org');
});

test('where registration is closed nobody is invited', async () => {
  server.on('GET', '/api/admin/registration-config', () => answer({ ...someRegistration(), mode: 'closed' }));
  startPanel('sign-in');
  const registration = await card('Registration');
  expect(await registration.findByText(/not even with an invitation/)).toBeInTheDocument();
  expect(registration.getByRole('button', { name: 'Invite…' })).toBeDisabled();
});

test('invitations say how they stand and who used them, and open ones are revoked', async () => {
  withInvitations(
    anInvitation(),
    anInvitation({ id: 'i2', email: null, uses: 3, used: 2, usedBy: [{ uid: 'u', name: 'Bo', at: AT }] }),
    anInvitation({ id: 'i3', email: 'old@example.org', expiresAt: AT }),
  );
  server.on('DELETE', '/api/admin/invitations/i1', () => answer({ success: true }));
  const { user } = startPanel('sign-in');
  expect((await row(/Whoever has the link/)).getByText('2 of 3')).toBeInTheDocument();
  expect((await row(/Whoever has the link/)).getByText('Bo')).toBeInTheDocument();
  expect((await row(/old@example.org/)).getByText('Expired')).toBeInTheDocument();
  expect((await row(/old@example.org/)).queryByRole('button')).toBeNull();
  await user.click(inPanel().getByRole('button', { name: 'Revoke the invitation for new@example.org' }));
  await waitFor(() => expect(server.calls('DELETE', '/api/admin/invitations/i1')).toHaveLength(1));
  expect(server.calls('GET', '/api/admin/invitations').length).toBeGreaterThan(1);
});

test('who waits is approved, or declined with a reason that may be left out', async () => {
  withRequests(aRequest(), aRequest({ id: 'r2', email: null, phoneNumber: '•••0123', name: 'Phone', way: 'phone' }));
  server
    .on('POST', '/api/admin/registration-requests/r1/approve', () => answer({ success: true }))
    .on('POST', '/api/admin/registration-requests/r1/decline', () => answer({ success: true }));
  const { user } = startPanel('sign-in');
  const waiting = await card('Waiting for approval');
  expect(waiting.getByText(/2 people wait/)).toBeInTheDocument();
  expect((await row(/Noa/)).getByText('Email not verified')).toBeInTheDocument();
  await user.click(waiting.getByRole('button', { name: 'Approve noa@example.org' }));
  await waitFor(() => expect(server.calls('POST', '/api/admin/registration-requests/r1/approve')).toHaveLength(1));
  await user.click(waiting.getByRole('button', { name: 'Decline noa@example.org' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Decline noa@example.org?' }));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'We are full');
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/admin/registration-requests/r1/decline')[0]?.body).toEqual({
      reason: 'We are full',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('when the last one of the last page is approved, the page before is shown', async () => {
  const waiting = Array.from({ length: 11 }, (_, at) => aRequest({ id: `r${at}`, email: `p${at}@example.org` }));
  server
    .on('GET', '/api/admin/registration-requests', ({ query }) => {
      const offset = Number(query.get('offset'));
      const requests = waiting.slice(offset, offset + 10);
      return answer({ requests, total: waiting.length, waiting: waiting.length });
    })
    .on('POST', '/api/admin/registration-requests/r10/approve', () => {
      waiting.pop();
      return answer({ success: true });
    });
  const { user } = startPanel('sign-in');
  const requests = await card('Waiting for approval');
  await user.click(await requests.findByRole('button', { name: 'Next' }));
  await user.click(await requests.findByRole('button', { name: 'Approve p10@example.org' }));
  expect(await requests.findByRole('row', { name: /p9@example\.org/ })).toBeInTheDocument();
  expect(requests.queryByRole('navigation')).toBeNull();
});

test('an auditor sees who waits and who is invited, and changes nothing', async () => {
  withInvitations(anInvitation());
  withRequests(aRequest());
  startPanel('sign-in', { isAdmin: false, isAuditor: true });
  await card('Waiting for approval');
  await card('Invitations');
  expect(inPanel().queryByRole('button', { name: /Approve|Decline|Revoke|Invite/ })).toBeNull();
  expect(inPanel().queryByRole('region', { name: 'Registration' })).toBeNull();
});

test('an auditor finds said that nobody waits and nobody is invited', async () => {
  withInvitations();
  withRequests();
  startPanel('sign-in', { isAdmin: false, isAuditor: true });
  expect(await (await card('Waiting for approval')).findByText('Nobody waits.')).toBeInTheDocument();
  expect(await (await card('Invitations')).findByText('There are no invitations.')).toBeInTheDocument();
  expect(inPanel().queryByRole('table')).toBeNull();
});

test('the users begin with their list; who waits for an account is said in one line that leads there', async () => {
  withRequests(aRequest());
  const { user } = startPanel('users');
  await inPanel().findByRole('table', { name: 'Users' });
  expect(inPanel().queryByRole('region', { name: /Registration|Two-step|Waiting|Invitations/ })).toBeNull();
  const notice = await inPanel().findByText('1 person waits for an account');
  await user.click(
    within(notice.closest<HTMLElement>('[role=status]') ?? panel()).getByRole('button', { name: 'Show' }),
  );
  await card('Waiting for approval');
  expect(inPanel().getByRole('tab', { selected: true })).toHaveTextContent('Sign-up & Sign-in');
});
