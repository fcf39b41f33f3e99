import { waitFor, within } from '@testing-library/react';

import type { AuditEntryRow } from '../../../../src/contract/audit.ts';
import { withAdmin } from '../../support/admin.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { inPanel, startPanel } from './support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const anEntry = (sequence: number, of: Partial<AuditEntryRow> = {}): AuditEntryRow => ({
  sequence,
  time: '2026-11-20T09:30:00.000Z',
  actor: { kind: 'user', uid: 'u1', label: 'g•••@example.org' },
  way: 'session',
  address: '192.0.2.0/24',
  action: 'settings.change',
  target: { kind: 'settings', id: 'rate-limits', label: null },
  outcome: 'done',
  details: { reason: 'More grace', changes: [{ field: 'features.graceMessages', from: 5, to: 7 }] },
  hash: 'a'.repeat(64),
  ...of,
});

const lastQuery = () => Object.fromEntries(server.calls('GET', '/api/admin/audit').at(-1)?.query ?? []);

test('shows who did what, with the values before and after, and pages on', async () => {
  server.on('GET', '/api/admin/audit', ({ query }) =>
    answer(
      query.has('before')
        ? { entries: [anEntry(1, { actor: { kind: 'system', uid: null, label: null }, target: null })], next: null }
        : { entries: [anEntry(3), anEntry(2, { outcome: 'refused', action: 'session.start' })], next: 2 },
    ),
  );
  const { user } = startPanel('audit');
  const table = within(await inPanel().findByRole('table', { name: 'Audit entries' }));
  const row = table.getByRole('row', { name: /Setting changed/ });
  expect(row).toHaveTextContent(/g•••@example\.org.*rate-limits/);
  await user.click(within(row).getByText('Details'));
  expect(within(row).getByRole('row', { name: /features\.graceMessages/ })).toHaveTextContent(
    'features.graceMessages57',
  );
  expect(row).toHaveTextContent(/Way inSession.*192\.0\.2\.0\/24.*ReasonMore grace/);
  expect(table.getByRole('row', { name: /Signed in.*Refused/ })).toBeInTheDocument();
  await user.click(inPanel().getByRole('button', { name: 'Show older entries' }));
  expect(await table.findByRole('row', { name: /Server/ })).toBeInTheDocument();
  expect(lastQuery()).toMatchObject({ before: '2', limit: '50' });
  expect(inPanel().queryByRole('button', { name: 'Show older entries' })).toBeNull();
});

test('asks by person, action, outcome and days, and says when nothing was found so far', async () => {
  server.on('GET', '/api/admin/audit', () => answer({ entries: [], next: 9 }));
  const { user } = startPanel('audit');
  expect(await inPanel().findByRole('button', { name: /Search older entries/ })).toBeInTheDocument();
  await user.type(inPanel().getByRole('searchbox', { name: 'Person' }), 'ann');
  await user.selectOptions(inPanel().getByRole('combobox', { name: 'Action' }), 'Link shared');
  await user.selectOptions(inPanel().getByRole('combobox', { name: 'Outcome' }), 'Done');
  await user.type(inPanel().getByLabelText('To'), '2026-11-20');
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({
      person: 'ann',
      action: 'share.create',
      outcome: 'done',
      to: new Date(2026, 10, 21).toISOString(),
    }),
  );
});

test('says that the chain holds, and where it does not', async () => {
  server.on('GET', '/api/admin/audit', () => answer({ entries: [], next: null }));
  const head = { sequence: 12, hash: 'b'.repeat(64) };
  server.on('POST', '/api/admin/audit/verify', () => answer({ checked: 12, first: 1, head, fault: null }));
  const { user } = startPanel('audit');
  expect(await inPanel().findByText('No entries')).toBeInTheDocument();
  await user.click(inPanel().getByRole('button', { name: 'Verify' }));
  expect(await inPanel().findByText(/12 entries are in order\. Newest: number 12\./)).toHaveTextContent('b'.repeat(64));
  server.on('POST', '/api/admin/audit/verify', () =>
    answer({ checked: 4, first: 1, head, fault: { sequence: 5, kind: 'gap' } }),
  );
  await user.click(inPanel().getByRole('button', { name: 'Verify' }));
  expect(await inPanel().findByRole('alert')).toHaveTextContent('Entries are missing before number 5.');
});

test('says so when an older page, another filter or the export fails', async () => {
  server.on('GET', '/api/admin/audit', ({ query }) =>
    query.has('before') || query.get('outcome') === 'done'
      ? answer({ error: 'down' }, 500)
      : answer({ entries: [anEntry(3)], next: 3 }),
  );
  server.on('GET', '/api/admin/audit/export', () => answer({ error: 'down' }, 500));
  const { user } = startPanel('audit');
  await user.click(await inPanel().findByRole('button', { name: 'Show older entries' }));
  expect(await inPanel().findByRole('alert')).toHaveTextContent('The audit log could not be loaded');
  expect(inPanel().getByRole('row', { name: /Setting changed/ })).toBeInTheDocument();
  await user.selectOptions(inPanel().getByRole('combobox', { name: 'Outcome' }), 'Refused');
  await waitFor(() => expect(inPanel().queryByRole('alert')).toBeNull());
  await user.selectOptions(inPanel().getByRole('combobox', { name: 'Outcome' }), 'Done');
  expect(await inPanel().findByRole('alert')).toHaveTextContent('The audit log could not be loaded');
  await user.click(inPanel().getByRole('button', { name: 'Export CSV' }));
  expect(await inPanel().findByText('The log could not be exported.')).toBeInTheDocument();
  expect(Object.fromEntries(server.calls('GET', '/api/admin/audit/export')[0]?.query ?? [])).toMatchObject({
    format: 'csv',
    outcome: 'done',
  });
});
