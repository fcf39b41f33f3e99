import { screen, waitFor, within } from '@testing-library/react';

import { REFUSALS } from '../../../../src/shared/refusals.ts';
import { someToolSettings, withAdmin } from '../../support/admin.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { aSharedServer, aTool } from '../../support/tools.ts';
import { inPanel, startPanel } from './support/a-panel.tsx';

const SERVER = aSharedServer('tracker', {
  name: 'Issue tracker',
  auth: 'headers',
  headerNames: ['X-Key'],
  tools: [aTool('create_issue', { title: 'Create issue' })],
});
const GROUPS = { groups: [{ id: 'lab', name: 'Lab' }], providers: [] };

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer())
    .on('GET', '/api/admin/tool-servers', () => answer({ servers: [SERVER] }))
    .on('GET', '/api/admin/groups', () => answer(GROUPS))
    .install();
});
afterEach(() => server.restore());

const saved = async (path: string, method = 'POST') => {
  await waitFor(() => expect(server.calls(method, path)).not.toEqual([]));
  return server.calls(method, path).at(-1)?.body;
};

test('who may add servers and how much tools may do is saved with a reason', async () => {
  server.on('POST', '/api/admin/tools-config', () => answer({ success: true, config: someToolSettings() }));
  const { user } = startPanel('tools');
  await user.click(await inPanel().findByRole('switch', { name: 'Free: own servers' }));
  const calls = inPanel().getByRole('spinbutton', { name: 'Calls in a reply' });
  await user.clear(calls);
  await user.type(calls, '200');
  expect(calls).toBeInvalid();
  await user.clear(calls);
  await user.type(calls, '12');
  await user.type(inPanel().getByRole('textbox', { name: /Reason/ }), 'Try it out');
  await user.click(inPanel().getByRole('button', { name: 'Save Changes' }));
  expect(await saved('/api/admin/tools-config')).toMatchObject({ ownServers: { free: true }, maxCalls: 12 });
});

test('a server is added for a plan and a group, switched off, and its tools are limited', async () => {
  server
    .on('POST', '/api/admin/tool-servers', () => answer({ success: true, server: SERVER }, 201))
    .on('PUT', '/api/admin/tool-servers/tracker', () => answer({ success: true, server: SERVER }))
    .on('PUT', '/api/admin/tool-servers/tracker/mode', () => answer({ success: true, server: SERVER }));
  const { user } = startPanel('tools');
  await user.click(await inPanel().findByRole('button', { name: 'Add server' }));
  const form = within(screen.getByRole('dialog', { name: 'Add a server of tools' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Wiki');
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'https://wiki.example/mcp');
  await user.selectOptions(form.getByRole('combobox', { name: 'Who has it' }), 'Certain plans and groups');
  await user.click(form.getByRole('button', { name: 'Save and test' }));
  expect(form.getByText('Choose at least one plan or group.')).toBeInTheDocument();
  await user.click(form.getByRole('checkbox', { name: 'Premium' }));
  await user.click(form.getByRole('checkbox', { name: 'Lab' }));
  await user.click(form.getByRole('button', { name: 'Save and test' }));
  expect(await saved('/api/admin/tool-servers')).toEqual({
    name: 'Wiki',
    url: 'https://wiki.example/mcp',
    auth: 'none',
    headers: [],
    enabled: true,
    audience: { tiers: ['premium'], groups: ['lab'] },
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a server of tools' })).not.toBeInTheDocument());

  await user.click(inPanel().getByRole('switch', { name: 'Issue tracker may be used' }));
  expect(await saved('/api/admin/tool-servers/tracker', 'PUT')).toMatchObject({
    enabled: false,
    headers: [{ name: 'X-Key' }],
    before: { name: 'Issue tracker', enabled: true, headerNames: ['X-Key'], audience: SERVER.audience },
  });
  await user.click(inPanel().getByRole('button', { name: /^Issue tracker 1 tool/ }));
  await user.selectOptions(inPanel().getByRole('combobox', { name: 'What Create issue may do' }), 'Off');
  expect(await saved('/api/admin/tool-servers/tracker/mode', 'PUT')).toEqual({
    tool: 'create_issue',
    mode: 'off',
    digest: 'create_issue 1',
  });
});

test('a limit for a tool that changed meanwhile is not set, and the admin sees what it says now', async () => {
  const now = aTool('create_issue', { title: 'Create issue', digest: 'create_issue 2' });
  server.on('PUT', '/api/admin/tool-servers/tracker/mode', () => {
    server.on('GET', '/api/admin/tool-servers', () => answer({ servers: [{ ...SERVER, tools: [now] }] }));
    return answer({ error: 'x', code: 'TOOL_CHANGED', tool: now }, 409);
  });
  const { user } = startPanel('tools');
  await user.click(await inPanel().findByRole('button', { name: /^Issue tracker 1 tool/ }));
  await user.selectOptions(inPanel().getByRole('combobox', { name: 'What Create issue may do' }), 'Off');
  expect(await inPanel().findByRole('alert')).toHaveTextContent('the arguments that it takes changed');
  expect(inPanel().getByRole('combobox', { name: 'What Create issue may do' })).toHaveDisplayValue('Asks first');
});

test('a server that another admin changed meanwhile is not overwritten, and is shown as it is now', async () => {
  server.on('PUT', '/api/admin/tool-servers/tracker', () => {
    server.on('GET', '/api/admin/tool-servers', () => answer({ servers: [{ ...SERVER, name: 'Tickets' }] }));
    return answer({ error: REFUSALS.changedMeanwhile }, 409);
  });
  const { user } = startPanel('tools');
  await user.click(await inPanel().findByRole('switch', { name: /Issue tracker/ }));
  expect(await inPanel().findByText(/^Another admin has changed this meanwhile/)).toBeInTheDocument();
  expect(await inPanel().findByRole('switch', { name: /Tickets/ })).toBeChecked();
});

test('an auditor sees the servers and changes nothing', async () => {
  startPanel('tools', { isAuditor: true });
  expect(await inPanel().findByRole('button', { name: /^Issue tracker 1 tool/ })).toBeInTheDocument();
  expect(inPanel().queryByRole('button', { name: 'Add server' })).not.toBeInTheDocument();
  expect(inPanel().getByRole('switch', { name: 'Issue tracker may be used' })).toBeDisabled();
});

test('the ledger of calls is saved as a file, and where it cannot be, that is said', async () => {
  server.on('GET', '/api/admin/tool-calls/export', () => answer({ error: 'Broken' }, 500));
  const { user } = startPanel('tools');
  await user.click(await inPanel().findByRole('button', { name: 'Export CSV' }));
  expect(await inPanel().findByText('The ledger could not be exported.')).toBeInTheDocument();
  expect(server.calls('GET', '/api/admin/tool-calls/export')).toHaveLength(1);
});
