import { screen, waitFor, within } from '@testing-library/react';

import type { Group } from '../../../../web/features/admin/groups/groups-api.ts';
import { aPerson, someUsers, withAdmin } from '../../support/admin.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { inPanel, startPanel } from './support/a-panel.tsx';

const AT = '2026-11-21T12:00:00.000Z';

const aGroup = (more: Partial<Group> = {}): Group => ({
  id: 'g1',
  name: 'Research',
  description: 'The lab',
  tier: 'premium',
  limits: { dailyMessages: 200, moonshotDaily: null, agentRequests: -1 },
  models: ['gemma2-9b-it'],
  agents: [],
  tools: ['web_search'],
  claims: [{ provider: 'corp', value: 'lab' }],
  createdAt: AT,
  members: 2,
  ...more,
});

const member = (uid: string, providers: string[] = []) => ({
  uid,
  name: uid,
  email: `${uid}@example.org`,
  since: AT,
  byHand: providers.length === 0,
  providers,
});

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer())
    .on('GET', '/api/admin/groups', () => answer({ groups: [aGroup()], providers: [{ id: 'corp', label: 'Corp' }] }))
    .on('GET', '/api/admin/groups/g1/members', () =>
      answer({ members: [member('ann'), member('bob', ['corp'])], total: 2 }),
    )
    .on('POST', '/api/admin/groups', () => answer({ success: true, id: 'g2' }, 201))
    .on('PUT', '/api/admin/groups/g1', () => answer({ success: true }))
    .on('POST', '/api/admin/groups/g1/delete', () => answer({ success: true }))
    .on('POST', '/api/admin/groups/g1/members', () => answer({ success: true, added: 1 }))
    .on('DELETE', '/api/admin/groups/g1/members/ann', () => answer({ success: true }))
    .install();
});
afterEach(() => server.restore());

const row = async () => within(await inPanel().findByRole('row', { name: /Research/ }));
const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));

test('a group is listed with what it gives', async () => {
  startPanel('groups');
  const cells = await row();
  for (const text of ['The lab', 'Premium', 'Messages: 200', 'Agents: no limit', '1 model', 'No agents', 'Web search'])
    expect(cells.getByText(text)).toBeInTheDocument();
});

test('a new group is made with what was chosen, and null for what was not', async () => {
  const { user } = startPanel('groups');
  await row();
  await user.click(inPanel().getByRole('button', { name: 'New group' }));
  const form = dialog('New group');
  expect(form.getByRole('button', { name: 'Create' })).toBeDisabled();
  await user.type(form.getByLabelText('Name'), 'Sales');
  await user.selectOptions(form.getByLabelText('Plan'), 'basic');
  await user.type(form.getByLabelText('Messages a day'), '50');
  await user.click(form.getByRole('switch', { name: 'Only certain models' }));
  expect(form.getByRole('button', { name: 'Create' })).toBeDisabled();
  const [first] = within(await form.findByRole('list', { name: 'Only certain models' })).getAllByRole('checkbox');
  if (first) await user.click(first);
  await user.click(form.getByRole('switch', { name: 'Only certain tools' }));
  await user.click(form.getByRole('checkbox', { name: 'Web search' }));
  await user.type(form.getByLabelText('Values of Corp that make a member'), 'sales{Enter}sales-eu{Enter}');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New group' })).not.toBeInTheDocument());
  expect(server.calls('POST', '/api/admin/groups')).toMatchObject([
    {
      body: {
        name: 'Sales',
        description: '',
        tier: 'basic',
        limits: { dailyMessages: 50, moonshotDaily: null, agentRequests: null },
        models: [expect.any(String)],
        agents: null,
        tools: ['web_search'],
        claims: [
          { provider: 'corp', value: 'sales' },
          { provider: 'corp', value: 'sales-eu' },
        ],
      },
    },
  ]);
});

test('a change shows what is there, and needs a reason', async () => {
  const { user } = startPanel('groups');
  await user.click((await row()).getByRole('button', { name: 'Edit Research' }));
  const form = dialog('Edit Research');
  expect(form.getByLabelText('Values of Corp that make a member')).toHaveValue('lab');
  await user.click(form.getByRole('switch', { name: 'Only certain models' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(server.calls('PUT', '/api/admin/groups/g1')).toEqual([]);
  await user.type(form.getByRole('textbox', { name: /Reason/ }), 'They asked{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Research' })).not.toBeInTheDocument());
  const { id: _id, createdAt: _at, members: _members, ...terms } = aGroup({ models: null });
  expect(server.calls('PUT', '/api/admin/groups/g1')).toMatchObject([{ body: { ...terms, reason: 'They asked' } }]);
});

test('a group is deleted with a reason, after it is said whom that concerns', async () => {
  const { user } = startPanel('groups');
  await user.click((await row()).getByRole('button', { name: 'Delete Research' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Delete Research?' }));
  expect(question.getByText('2 members lose at once what only this group gives.')).toBeInTheDocument();
  await user.type(question.getByRole('textbox'), 'Over');
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/admin/groups/g1/delete')).toMatchObject([{ body: { reason: 'Over' } }]),
  );
});

test('people are found and added, and removed again', async () => {
  server.on('GET', '/api/admin/users', () =>
    answer({
      ...someUsers(),
      users: [
        aPerson({ uid: 'p9', name: 'Carla', email: 'carla@example.org' }),
        aPerson({ uid: 'p8', name: 'Carl', email: 'carl@example.org', groups: [{ id: 'g1', name: 'Research' }] }),
      ],
    }),
  );
  const { user } = startPanel('groups');
  await user.click((await row()).getByRole('button', { name: '2 members of Research' }));
  const form = dialog('Members of Research');
  expect(await form.findByText('By Corp')).toBeInTheDocument();
  await user.type(form.getByLabelText('Add people'), 'car');
  expect(await form.findByRole('button', { name: 'Add carl@example.org' })).toBeDisabled();
  await user.click(form.getByRole('button', { name: 'Add carla@example.org' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/admin/groups/g1/members')).toMatchObject([{ body: { uids: ['p9'] } }]),
  );
  await user.click(form.getByRole('button', { name: 'Remove ann@example.org' }));
  await waitFor(() => expect(server.calls('DELETE', '/api/admin/groups/g1/members/ann')).toHaveLength(1));
});

test('an auditor sees groups and members, and nothing to change them', async () => {
  const { user } = startPanel('groups', { isAdmin: false, isAuditor: true });
  const cells = await row();
  expect(cells.getAllByRole('button')).toHaveLength(1);
  expect(inPanel().queryByRole('button', { name: 'New group' })).not.toBeInTheDocument();
  await user.click(cells.getByRole('button', { name: '2 members of Research' }));
  const form = dialog('Members of Research');
  expect(await form.findByText('ann@example.org')).toBeInTheDocument();
  expect(form.queryByRole('button', { name: /Remove|Add/ })).not.toBeInTheDocument();
});
