import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import type { GroupFile } from '../../../../web/features/admin/groups/group-files-api.ts';
import type { Group } from '../../../../web/features/admin/groups/groups-api.ts';
import { aPerson, someUsers, withAdmin } from '../../support/admin.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { FakeUploads } from '../../support/fake-uploads.ts';
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

test('a group that another admin changed meanwhile is not saved; that is said, and what was typed stays', async () => {
  const { user } = startPanel('groups');
  await user.click((await row()).getByRole('button', { name: 'Edit Research' }));
  const form = dialog('Edit Research');
  server
    .on('GET', '/api/admin/groups', () => answer({ groups: [aGroup({ tier: null })], providers: [] }))
    .on('PUT', '/api/admin/groups/g1', () => answer({ error: 'Another admin has changed this group' }, 409));
  await user.clear(form.getByLabelText('Description'));
  await user.type(form.getByLabelText('Description'), 'New words');
  await user.type(form.getByRole('textbox', { name: /Reason/ }), 'They asked{Enter}');
  expect(await form.findByText('Another admin has changed this group')).toBeInTheDocument();
  expect(form.getByLabelText('Description')).toHaveValue('New words');
  await waitFor(() => expect(server.calls('GET', '/api/admin/groups')).toHaveLength(2));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const { id: _id, createdAt: _at, members: _members, ...before } = aGroup();
  await waitFor(() => expect(server.calls('PUT', '/api/admin/groups/g1')).toHaveLength(2));
  for (const { body } of server.calls('PUT', '/api/admin/groups/g1')) expect(body).toMatchObject({ before });
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

test('a person who could not be added or removed is told of, and the list is read anew', async () => {
  server
    .on('GET', '/api/admin/users', () => answer(someUsers([aPerson({ uid: 'p9', email: 'carla@example.org' })])))
    .on('POST', '/api/admin/groups/g1/members', () => answer({ error: 'Group not found' }, 404))
    .on('DELETE', '/api/admin/groups/g1/members/ann', () => answer({ error: 'User not found' }, 404));
  const { user } = startPanel('groups');
  await user.click((await row()).getByRole('button', { name: '2 members of Research' }));
  const form = dialog('Members of Research');
  await user.type(form.getByLabelText('Add people'), 'car');
  await user.click(await form.findByRole('button', { name: 'Add carla@example.org' }));
  expect(await form.findByText('Group not found')).toBeInTheDocument();
  const read = server.calls('GET', '/api/admin/groups/g1/members').length;
  await user.click(form.getByRole('button', { name: 'Remove ann@example.org' }));
  expect(await form.findByText('User not found')).toBeInTheDocument();
  await waitFor(() => expect(server.calls('GET', '/api/admin/groups/g1/members')).toHaveLength(read + 1));
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

const groupFile = (name: string, more: Partial<GroupFile> = {}): GroupFile => ({
  id: `f-${name}`,
  name,
  size: 2048,
  type: 'text/plain',
  description: '',
  embeddingStatus: 'completed',
  embeddingError: null,
  embeddingFailingSince: null,
  chunkCount: 3,
  reading: null,
  embedding: null,
  createdAt: AT,
  ...more,
});

const ROOM = { files: 2, size: 4096, maxFiles: 200, maxSize: 1024 ** 3, maxFileSize: 50 * 1024 ** 2 };

test('files of a group are listed with their states, uploaded with progress, embedded again and deleted', async () => {
  const uploads = new FakeUploads().install();
  const files = [
    groupFile('rules.md', { description: 'Of the lab' }),
    groupFile('scan.pdf', { embeddingStatus: 'failed', embeddingError: 'It has no text', chunkCount: 0 }),
    groupFile('new.txt', { embeddingStatus: 'pending', embedding: { state: 'waiting', before: 2 } }),
  ];
  server
    .on('GET', '/api/admin/groups/g1/files', () => answer({ files, total: files.length, usage: ROOM }))
    .on('POST', '/api/admin/groups/g1/files/f-scan.pdf/re-embed', () => answer({ success: true }, 202))
    .on('DELETE', '/api/admin/groups/g1/files/f-rules.md', () => answer({ success: true }));
  const { user } = startPanel('groups');
  await user.click((await row()).getByRole('button', { name: 'Files of Research' }));
  const shown = dialog('Files of Research');
  const list = within(await shown.findByRole('list', { name: 'Shared files' }));
  const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'rules.md2 KB · 3 passagesOf the labReady',
    'scan.pdf2 KBIt has no textFailed',
    'new.txt2 KB · 3 passages2 files before it',
  ]);
  expect(shown.getByText('2 of 200 files · 4 KB of 1 GB')).toBeInTheDocument();

  const chosen = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')];
  act(() => void fireEvent.change(shown.getByLabelText('Choose files'), { target: { files: chosen } }));
  await user.type(shown.getByLabelText(/Description/), 'For all');
  await user.click(shown.getByRole('button', { name: 'Upload 2 files' }));
  expect(uploads.at(0).path).toBe('/api/admin/groups/g1/files');
  expect(uploads.at(0).form.get('description')).toBe('For all');
  await uploads.at(0).progress(0.5);
  expect(shown.getByRole('meter', { name: 'Uploading a.txt' })).toBeInTheDocument();
  await uploads.at(0).answer({ success: true, file: groupFile('a.txt') });
  await uploads.at(1).answer({ error: 'All 200 files of this group are used.' }, 409);
  const waiting = within(shown.getByRole('list', { name: 'Files to upload' }));
  expect(waiting.getByRole('alert')).toHaveTextContent('All 200 files of this group are used.');
  expect(waiting.queryByText('a.txt')).toBeNull();

  await user.click(list.getByRole('button', { name: 'Embed scan.pdf again' }));
  await user.click(list.getByRole('button', { name: 'Delete rules.md' }));
  const sure = within(await screen.findByRole('alertdialog', { name: 'Delete file' }));
  await user.click(sure.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.calls('DELETE', '/api/admin/groups/g1/files/f-rules.md')).toHaveLength(1));
  expect(server.calls('POST', '/api/admin/groups/g1/files/f-scan.pdf/re-embed')).toHaveLength(1);
  uploads.restore();
});
