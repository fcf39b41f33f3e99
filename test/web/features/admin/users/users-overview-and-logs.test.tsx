import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';

import { aLog, aPerson, KIMI, LLAMA, someHealth, someUsers, withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, panel, startPanel } from '../support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => {
  jest.useRealTimers();
  server.restore();
});

const lastAsked = (path: string) => Object.fromEntries(server.calls('GET', path).at(-1)?.query ?? []);

describe('Users', () => {
  test("shows everybody's numbers, twenty people a page, and who is out", async () => {
    server.on('GET', '/api/admin/users', () =>
      answer(
        someUsers(
          [
            aPerson(),
            aPerson({
              uid: 'p2',
              email: null,
              phoneNumber: '+1*****00',
              name: 'Bob',
              suspended: { by: 'u1', byName: 'Grace', at: '2026-11-20T09:30:00.000Z', reason: 'Spam' },
            }),
          ],
          45,
        ),
      ),
    );
    const { user } = startPanel('users');
    const table = within(await inPanel().findByRole('table', { name: 'Users' }));
    expect(table.getByText('alan@example.org')).toHaveAttribute('dir', 'ltr');
    expect(panel()).toHaveTextContent(/All users1,234Free1,200Basic \(Pro\)30Premium4With custom limits2/);
    expect(table.getByRole('row', { name: /Alan Turing/ })).toHaveTextContent(
      /alan@example.org.*Free.*12.*4 with Kimi/,
    );
    expect(table.getByRole('row', { name: /Bob/ })).toHaveTextContent(/\+1\*{5}00.*Suspended/);
    expect(inPanel().getByText('Page 1 of 3')).toBeInTheDocument();
    expect(inPanel().getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(inPanel().getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ limit: '20', offset: '20' }));
  });

  test('are sorted by any column on the server, first the most, then the other way', async () => {
    server.on('GET', '/api/admin/users', () => answer(someUsers([aPerson()], 45)));
    const { user } = startPanel('users');
    // The head has its text twice: a style sheet displays one of them.
    const head = (name: string) => inPanel().getByRole('button', { name }).closest('th');
    await inPanel().findByRole('table', { name: 'Users' });
    expect(head('Joined')).toHaveAttribute('aria-sort', 'descending');
    await user.click(inPanel().getByRole('button', { name: 'Next' }));
    await user.click(inPanel().getByRole('button', { name: 'Last active' }));
    await waitFor(() =>
      expect(lastAsked('/api/admin/users')).toMatchObject({ sort: 'active', order: 'desc', offset: '0' }),
    );
    expect(head('Last active')).toHaveAttribute('aria-sort', 'descending');
    expect(head('Joined')).toHaveAttribute('aria-sort', 'none');
    await user.click(inPanel().getByRole('button', { name: 'Last active' }));
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ sort: 'active', order: 'asc' }));
    await user.selectOptions(inPanel().getByRole('combobox', { name: 'Sort by' }), 'Person');
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ sort: 'name', order: 'asc' }));
  });

  test('of another tier are shown from their first page', async () => {
    server.on('GET', '/api/admin/users', () => answer(someUsers([aPerson()], 45)));
    const { user } = startPanel('users');
    await inPanel().findByRole('table', { name: 'Users' });
    await user.click(inPanel().getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ offset: '20' }));
    await user.selectOptions(inPanel().getByRole('combobox', { name: 'Tier' }), 'Premium');
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ tier: 'premium', offset: '0' }));
  });

  test('are exported as they are searched for', async () => {
    server
      .on('GET', '/api/admin/users', () => answer(someUsers([aPerson()])))
      .on('GET', '/api/admin/users/export', () => answer({ error: 'down' }, 500));
    const { user } = startPanel('users');
    await inPanel().findByRole('table', { name: 'Users' });
    await user.selectOptions(inPanel().getByRole('combobox', { name: 'Tier' }), 'Premium');
    await user.click(inPanel().getByRole('button', { name: 'Export CSV' }));
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('The list could not be exported');
    expect(lastAsked('/api/admin/users/export')).toEqual({ search: '', tier: 'premium' });
  });

  test('have their address verified by hand, with a reason', async () => {
    server
      .on('GET', '/api/admin/users', () => answer(someUsers([aPerson({ emailVerified: false })])))
      .on('POST', '/api/admin/user/p1/verify-email', () => answer({ success: true, user: aPerson() }));
    const { user } = startPanel('users');
    await user.click(await inPanel().findByRole('button', { name: 'More for alan@example.org' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Verify the address' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /Verify the address of alan/ }));
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Came by');
    await user.click(dialog.getByRole('button', { name: 'Verify the address' }));
    await waitFor(() =>
      expect(server.calls('POST', '/api/admin/user/p1/verify-email').at(-1)?.body).toEqual({ reason: 'Came by' }),
    );
  });

  test('are made auditors or admins with a reason', async () => {
    server
      .on('GET', '/api/admin/users', () => answer(someUsers([aPerson()])))
      .on('POST', '/api/admin/user/p1/role', () => answer({ success: true, user: aPerson({ role: 'auditor' }) }));
    const { user } = startPanel('users');
    await user.click(await inPanel().findByRole('button', { name: 'More for alan@example.org' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change the role' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Role of alan@example.org' }));
    expect(dialog.getByRole('button', { name: 'Change the role' })).toBeDisabled();
    await user.selectOptions(dialog.getByLabelText('Role'), 'Auditor');
    await user.type(dialog.getByLabelText('Reason'), 'Yearly audit');
    await user.click(dialog.getByRole('button', { name: 'Change the role' }));
    expect(await inPanel().findByText('alan@example.org is now: Auditor')).toBeInTheDocument();
    expect(server.calls('POST', '/api/admin/user/p1/role').at(-1)?.body).toEqual({
      role: 'auditor',
      reason: 'Yearly audit',
    });
  });

  test('are only read by an auditor, who has no other tabs than those to read', async () => {
    server.on('GET', '/api/admin/users', () => answer(someUsers([aPerson({ role: 'admin' })])));
    startPanel('users', { isAuditor: true });
    const row = await inPanel().findByRole('row', { name: /Alan Turing/ });
    expect(row).toHaveTextContent('Admin');
    expect(within(row).queryByRole('button')).not.toBeInTheDocument();
    expect(
      inPanel()
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Overview', 'Providers', 'Tools', 'Prompts', 'Audit', 'Groups', 'Sign-up & Sign-in', 'Users']);
  });

  test('are searched and filtered from the first page on', async () => {
    server.on('GET', '/api/admin/users', () => answer(someUsers([aPerson()], 45)));
    const { user } = startPanel('users');
    await user.click(await inPanel().findByRole('button', { name: 'Next' }));
    await user.type(inPanel().getByLabelText('Search'), 'alan');
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ search: 'alan', offset: '0' }));
    server.on('GET', '/api/admin/users', () => answer(someUsers([])));
    await user.selectOptions(inPanel().getByLabelText('Tier'), 'premium');
    await waitFor(() => expect(lastAsked('/api/admin/users')).toMatchObject({ search: 'alan', tier: 'premium' }));
    expect(await inPanel().findByText('Nobody found.')).toBeInTheDocument();
  });

  test('that cannot be loaded can be asked for again', async () => {
    server.on('GET', '/api/admin/users', () => answer({ error: 'down' }, 500));
    const { user } = startPanel('users');
    expect(await inPanel().findByText('Failed to load users')).toBeInTheDocument();
    server.on('GET', '/api/admin/users', () => answer(someUsers()));
    await user.click(inPanel().getByRole('button', { name: 'Try again' }));
    expect(await inPanel().findByRole('row', { name: /Alan Turing/ })).toBeInTheDocument();
  });
});

describe('Edit User Limits', () => {
  const custom = {
    dailyMessages: 100,
    moonshotDaily: null,
    setBy: 'u1',
    setAt: '2026-11-20T09:30:00.000Z',
    reason: 'Research',
  };
  const opened = async (of: Parameters<typeof aPerson>[0] = {}) => {
    server.on('GET', '/api/admin/users', () => answer(someUsers([aPerson(of)])));
    const app = startPanel('users');
    await app.user.click(await inPanel().findByRole('button', { name: 'Edit limits of alan@example.org' }));
    return { ...app, dialog: within(screen.getByRole('dialog', { name: 'Edit User Limits' })) };
  };
  const body = () => server.calls('POST', '/api/admin/user/p1/limits')[0]?.body;

  test('shows the person and what is set for them', async () => {
    const { dialog } = await opened({ customLimits: custom });
    expect(screen.getByRole('dialog', { name: 'Edit User Limits' })).toHaveTextContent(
      /Emailalan@example.org.*NameAlan Turing.*SubscriptionFree.*Daily usage12 messages, 4 with Kimi.*Auth methodEmail.*CreatedMarch 1, 2026/,
    );
    expect(dialog.getByRole('region', { name: 'Current custom limits' })).toHaveTextContent(
      /100.*the plan's own.*Set by u1, Nov 20, 2026.*Research/,
    );
    expect(dialog.getByRole('spinbutton', { name: 'Daily message limit' })).toHaveValue('100');
  });

  test('wants a reason, and saves', async () => {
    server.on('POST', '/api/admin/user/p1/limits', () => answer({ success: true, user: aPerson() }));
    const { user, dialog } = await opened({ customLimits: custom });
    await user.click(dialog.getByRole('checkbox', { name: 'Unlimited: Daily message limit' }));
    await user.type(dialog.getByRole('spinbutton', { name: 'Daily Kimi (Moonshot) limit' }), '7');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(dialog.getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason for override'), 'A good cause');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('User limits updated');
    const before = { dailyMessages: custom.dailyMessages, moonshotDaily: custom.moonshotDaily };
    expect(body()).toEqual({ limits: { dailyMessages: -1, moonshotDaily: 7 }, before, reason: 'A good cause' });
    expect(screen.queryByRole('dialog', { name: 'Edit User Limits' })).not.toBeInTheDocument();
    await waitFor(() => expect(server.calls('GET', '/api/admin/users')).toHaveLength(2));
  });

  test('removes custom limits, and keeps the form when the server refuses', async () => {
    server.on('POST', '/api/admin/user/p1/limits', () => answer({ error: 'The database is away' }, 500));
    const { user, dialog } = await opened({ customLimits: custom });
    await user.click(dialog.getByRole('button', { name: 'Remove custom limits' }));
    await user.type(dialog.getByLabelText('Reason for override'), 'Over');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Failed to update user limits')).toBeInTheDocument();
    expect(body()).toMatchObject({ limits: null, reason: 'Over' });
    await waitFor(() => expect(server.calls('GET', '/api/admin/users')).toHaveLength(2)); // opened anew, it is fresh
    expect(dialog.getByLabelText('Reason for override')).toHaveValue('Over');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog', { name: 'Edit User Limits' })).not.toBeInTheDocument();
  });
});

describe('what else can be done to a person', () => {
  const asked = async (item: string, of: Parameters<typeof aPerson>[0] = {}) => {
    server.on('GET', '/api/admin/users', () => answer(someUsers([aPerson(of)])));
    const { user } = startPanel('users');
    await user.click(await inPanel().findByRole('button', { name: 'More for alan@example.org' }));
    await user.click(screen.getByRole('menuitem', { name: item }));
    return { user, question: within(screen.getByRole('alertdialog')) };
  };

  test('suspending asks why, and tells a refusal in words', async () => {
    server.on('POST', '/api/admin/user/p1/suspend', () => answer({ error: 'Nobody can suspend themselves' }, 400));
    const { user, question } = await asked('Suspend');
    await user.click(question.getByRole('button', { name: 'Suspend' }));
    expect(question.getByText('Please provide a reason for this change')).toBeInTheDocument();
    await user.type(question.getByLabelText('Reason'), 'Spam');
    await user.click(question.getByRole('button', { name: 'Suspend' }));
    expect(await question.findByText('Nobody can suspend themselves')).toBeInTheDocument();
    expect(server.calls('POST', '/api/admin/user/p1/suspend')[0]?.body).toEqual({ reason: 'Spam' });
  });

  test('suspending who pays asks what is to be charged, and the row tells who pays on', async () => {
    const paid = { tier: 'basic', status: 'active', renews: true, periodEnd: '2026-12-24T12:00:00.000Z' } as const;
    const suspended = { by: 'u1', byName: 'Grace', at: '2026-11-20T09:30:00.000Z', reason: 'Spam' };
    server.on('POST', '/api/admin/user/p1/suspend', () => answer({ success: true, user: aPerson() }));
    const planCancellation = { action: 'now', isDone: false } as const;
    const { user, question } = await asked('End subscription', { paid, suspended, planCancellation });
    const row = inPanel().getByRole('row', { name: /Alan/, hidden: true });
    for (const text of ['Still charged', 'Payment provider has not confirmed']) expect(row).toHaveTextContent(text);
    expect(question.getByLabelText('Subscription')).toHaveDisplayValue(/Charge nothing more/);
    await user.selectOptions(question.getByLabelText('Subscription'), 'Go on charging');
    await user.type(question.getByLabelText('Reason'), 'Spam');
    await user.click(question.getByRole('button', { name: 'Suspend' }));
    await inPanel().findByTestId('toast');
    const [call] = server.calls('POST', '/api/admin/user/p1/suspend');
    expect(call?.body).toEqual({ reason: 'Spam', plan: 'keep' });
  });

  test('who is suspended can be let in again', async () => {
    server.on('POST', '/api/admin/user/p1/resume', () => answer({ success: true, user: aPerson() }));
    const { user, question } = await asked('Let in again', {
      suspended: { by: 'u1', byName: 'Grace', at: '2026-11-20T09:30:00.000Z', reason: 'Spam' },
    });
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('Suspended by Grace: Spam');
    await user.type(question.getByLabelText('Reason'), 'A mistake');
    await user.click(question.getByRole('button', { name: 'Let in again' }));
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('alan@example.org may sign in again');
  });

  test('deleting takes the typed email and a reason', async () => {
    server.on('POST', '/api/admin/user/p1/delete', () => answer({ success: true }));
    const { user, question } = await asked('Delete');
    const button = question.getByRole('button', { name: 'Delete' });
    expect(button).toBeDisabled();
    await user.type(question.getByLabelText('Type alan@example.org to confirm'), 'alan@example.or');
    expect(button).toBeDisabled();
    await user.type(question.getByLabelText('Type alan@example.org to confirm'), 'g');
    await user.type(question.getByLabelText('Reason'), 'On request');
    await user.click(button);
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('alan@example.org is deleted');
    expect(server.calls('POST', '/api/admin/user/p1/delete')[0]?.body).toEqual({
      confirm: 'alan@example.org',
      reason: 'On request',
    });
  });

  test('a plan is granted and revoked by hand', async () => {
    server.on('POST', '/api/admin/user/p1/tier', () => answer({ success: true, user: aPerson() }));
    const { user, question } = await asked('Grant a plan');
    await user.selectOptions(question.getByLabelText('Granted plan'), 'basic');
    await user.type(question.getByLabelText('Reason'), 'Thanks');
    await user.click(question.getByRole('button', { name: 'Grant' }));
    expect(await inPanel().findByTestId('toast')).toHaveTextContent('Basic (Pro) is granted');
    expect(server.calls('POST', '/api/admin/user/p1/tier')[0]?.body).toEqual({ tier: 'basic', reason: 'Thanks' });
  });

  test('a granted plan can be taken back', async () => {
    server.on('POST', '/api/admin/user/p1/tier', () => answer({ success: true, user: aPerson() }));
    const granted = {
      tier: 'premium',
      by: 'u1',
      byName: 'Grace',
      at: '2026-11-20T09:30:00.000Z',
      reason: 'Thanks',
      expiresAt: '2026-12-24T09:30:00.000Z',
    } as const;
    const { user, question } = await asked('Change or revoke the plan', { granted });
    const about = /^Plan now: Free\. Granted: Premium by Grace.*The grant ends on Dec 24, 2026/;
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(about);
    await user.selectOptions(question.getByLabelText('Granted plan'), '');
    await user.type(question.getByLabelText('Reason'), 'Over');
    await user.click(question.getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(server.calls('POST', '/api/admin/user/p1/tier')[0]?.body).toEqual({ tier: null, reason: 'Over' }),
    );
  });
});

describe('Debug Logs', () => {
  test('are filtered by level and kind, and refreshed', async () => {
    const { user } = startPanel('debug-logs');
    const row = await inPanel().findByRole('row', { name: /Event 1/ });
    expect(row).toHaveTextContent(/error.*provider error.*a\*{3}@example.org.*u1.*Event 1/);
    server.on('GET', '/api/admin/debug-logs', () => answer({ logs: [] }));
    await user.selectOptions(inPanel().getByLabelText('Level'), 'warn');
    await user.selectOptions(inPanel().getByLabelText('Kind'), 'limit hit');
    expect(await inPanel().findByText(/Nothing of this kind/)).toBeInTheDocument();
    expect(lastAsked('/api/admin/debug-logs')).toEqual({
      level: 'warn',
      kind: 'limit hit',
      text: '',
      person: '',
      limit: '200',
    });
    await user.type(inPanel().getByRole('searchbox', { name: 'Text' }), 'refused');
    await user.type(inPanel().getByRole('searchbox', { name: 'Person' }), 'alan');
    await waitFor(() => expect(lastAsked('/api/admin/debug-logs')).toMatchObject({ text: 'refused', person: 'alan' }));
    await waitFor(() => expect(inPanel().getByRole('button', { name: 'Refresh' })).toBeEnabled());
    server.on('GET', '/api/admin/debug-logs', () => answer({ logs: [aLog(9)] }));
    await user.click(inPanel().getByRole('button', { name: 'Refresh' }));
    expect(await inPanel().findByRole('row', { name: /Event 9/ })).toBeInTheDocument();
  });

  test('are read page by page, back to the first', async () => {
    const first = Array.from({ length: 200 }, (_, at) => aLog(300 - at));
    server.on('GET', '/api/admin/debug-logs', () => answer({ logs: first }));
    const { user } = startPanel('debug-logs');
    await inPanel().findByRole('row', { name: /Event 101/ });
    server.on('GET', '/api/admin/debug-logs', () => answer({ logs: [aLog(100), aLog(99)] }));
    await user.click(inPanel().getByRole('button', { name: 'Show earlier events' }));
    expect(await inPanel().findByRole('row', { name: /Event 99/ })).toBeInTheDocument();
    expect(lastAsked('/api/admin/debug-logs')).toMatchObject({ before: '101' });
    expect(inPanel().getByRole('row', { name: /Event 300/ })).toBeInTheDocument();
    expect(inPanel().queryByRole('button', { name: 'Show earlier events' })).not.toBeInTheDocument();
  });

  test('that cannot be loaded say so', async () => {
    server.on('GET', '/api/admin/debug-logs', () => answer({ error: 'down' }, 500));
    startPanel('debug-logs');
    expect(await inPanel().findByText('Failed to load the logs')).toBeInTheDocument();
  });

  test('the live tail brings what is new, asking only for that', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    startPanel('debug-logs');
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await inPanel().findByRole('row', { name: /Event 2/ });
    server.on('GET', '/api/admin/debug-logs', () => answer({ logs: [aLog(3)] }));
    await user.click(inPanel().getByRole('switch', { name: 'Live tail' }));
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(await inPanel().findByRole('row', { name: /Event 3/ })).toBeInTheDocument();
    expect(inPanel().getByRole('row', { name: /Event 1/ })).toBeInTheDocument();
    expect(lastAsked('/api/admin/debug-logs')).toMatchObject({ since: '2' });
    await act(() => jest.advanceTimersByTimeAsync(3000));
    await waitFor(() => expect(lastAsked('/api/admin/debug-logs')).toMatchObject({ since: '3' }));
    expect(inPanel().getAllByRole('row', { name: /Event 3/ })).toHaveLength(1);
  });

  test('an earlier page that does not come says so and can be asked for again', async () => {
    const first = Array.from({ length: 200 }, (_, at) => aLog(300 - at));
    server.on('GET', '/api/admin/debug-logs', ({ query }) =>
      query.has('before') ? answer({ error: 'down' }, 500) : answer({ logs: first }),
    );
    const { user } = startPanel('debug-logs');
    await user.click(await inPanel().findByRole('button', { name: 'Show earlier events' }));
    expect(await inPanel().findByRole('alert')).toHaveTextContent('Failed to load the logs');
    server.on('GET', '/api/admin/debug-logs', () => answer({ logs: [aLog(100)] }));
    await user.click(inPanel().getByRole('button', { name: 'Show earlier events' }));
    expect(await inPanel().findByRole('row', { name: /Event 100/ })).toBeInTheDocument();
    expect(inPanel().queryByRole('alert')).not.toBeInTheDocument();
  });

  test('are exported with the bearer, or the failure is told', async () => {
    const made: Blob[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        made.push(blob);
        return 'blob:x';
      },
      revokeObjectURL: () => undefined,
    });
    server.on('GET', '/api/admin/debug-logs/export', () => new Response('{"id":"1"}\n'));
    const { user } = startPanel('debug-logs');
    await user.selectOptions(await inPanel().findByLabelText('Level'), 'error');
    await user.click(inPanel().getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(made).toHaveLength(1));
    const [call] = server.calls('GET', '/api/admin/debug-logs/export');
    expect([call?.headers.get('Authorization'), call?.query.get('level')]).toEqual(['Bearer t1', 'error']);
    server.on('GET', '/api/admin/debug-logs/export', () => answer({ error: 'x' }, 500));
    await user.click(inPanel().getByRole('button', { name: 'Export' }));
    expect(await inPanel().findByText(/could not be exported/)).toBeInTheDocument();
    expect(click).toHaveBeenCalledTimes(1);
    click.mockRestore();
  });
});

describe('Overview', () => {
  test('draws what was used, with the same numbers as tables, and by model', async () => {
    const { user } = startPanel('overview');
    expect(await inPanel().findByRole('img', { name: /^Messages by day/ })).toBeInTheDocument();
    for (const title of ['Active people', 'Tokens', 'Cost', 'Errors', 'Limit hits'])
      expect(inPanel().getByRole('img', { name: new RegExp(`^${title} by day`) })).toBeInTheDocument();
    expect(
      within(inPanel().getByRole('group', { name: 'Messages by day', hidden: true })).getByRole('row', {
        name: /Oct 23/,
        hidden: true,
      }),
    ).toHaveTextContent('40 messages');
    expect(
      within(inPanel().getByRole('table', { name: 'Use by model' })).getByRole('row', { name: new RegExp(LLAMA) }),
    ).toHaveTextContent('Not known');
    await user.selectOptions(inPanel().getByLabelText('Messages of'), KIMI);
    expect(inPanel().getByRole('img', { name: new RegExp(`^Messages, ${KIMI} by day`) })).toBeInTheDocument();
    await user.selectOptions(inPanel().getByLabelText('Time'), '7');
    await waitFor(() => expect(lastAsked('/api/admin/overview')).toEqual({ days: '7' }));
  });

  test('that cannot be loaded says so', async () => {
    server
      .on('GET', '/api/admin/overview', () => answer({ error: 'down' }, 500))
      .on('GET', '/api/admin/health', () => answer({ error: 'down' }, 500));
    startPanel('overview');
    expect(await inPanel().findByText('Failed to load the overview')).toBeInTheDocument();
    expect(await inPanel().findByText('Failed to load the connections')).toBeInTheDocument();
  });

  test('tests a connection for real and tells how it went in words', async () => {
    const [, models] = someHealth().needs;
    server
      .on('POST', '/api/admin/health/models%3Agroq/test', () =>
        answer({ health: { ...models, state: 'ok', detail: '' }, tookMs: 123.4 }),
      )
      .on('POST', '/api/admin/health/database/test', () => answer({ error: 'An internal error occurred.' }, 500));
    const { user } = startPanel('overview');
    const needs = within(await inPanel().findByRole('list', { name: 'Connections' }));
    const [database, groq, , sms] = needs.getAllByRole('listitem');
    expect(groq).toHaveTextContent(/groqFailingThe provider refused the key/);
    await user.click(needs.getByRole('button', { name: 'Test connection: Language models' }));
    await waitFor(() => expect(groq).toHaveTextContent(/Works.*Tested just now, 123 ms/));
    await user.click(needs.getByRole('button', { name: 'Test connection: Database' }));
    await waitFor(() => expect(database).toHaveTextContent(/An internal error occurred.*The test could not be made/));
    expect(within(sms as HTMLElement).getByRole('button')).toBeDisabled();
  });
});
