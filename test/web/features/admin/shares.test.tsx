import { screen, waitFor, within } from '@testing-library/react';

import type { ModeratedShare } from '../../../../web/features/admin/shares/shares-api.ts';
import { withAdmin } from '../../support/admin.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { inPanel, startPanel } from './support/a-panel.tsx';

const AT = '2026-11-21T12:00:00.000Z';

const aShare = (more: Partial<ModeratedShare> = {}): ModeratedShare => ({
  id: 's1',
  kind: 'chat',
  title: 'Bread',
  name: null,
  turns: 2,
  createdAt: AT,
  takenDown: null,
  owner: { uid: 'u7', name: 'Ann', email: 'ann@example.org' },
  reports: 2,
  reportedAt: AT,
  url: 'http://localhost/share/x',
  ...more,
});

let server: FakeServer;
let shares: readonly ModeratedShare[];
beforeEach(() => {
  shares = [aShare(), aShare({ id: 's2', title: 'Salt', reports: 0, reportedAt: null, url: null, kind: 'reply' })];
  server = withAdmin(new FakeServer())
    .on('GET', '/api/admin/shares', ({ query }) =>
      query.get('before') === null
        ? answer({ shares, next: '9:s2' })
        : answer({ shares: [aShare({ id: 's3', title: 'Water', reports: 0 })], next: null }),
    )
    .on('GET', '/api/admin/shares/s1/reports', () =>
      answer({
        reports: [
          { reason: 'privacy', text: 'My number', at: AT },
          { reason: 'other', text: '', at: AT },
        ],
      }),
    )
    .install();
});
afterEach(() => server.restore());

const row = async (title: string) => within(await inPanel().findByRole('row', { name: new RegExp(title) }));
const dialog = () => within(screen.getByRole('alertdialog'));

test('the links of everybody are listed, searched and read on, with what people reported', async () => {
  const { user } = startPanel('shares');
  expect((await row('Bread')).getByText('ann@example.org')).toBeInTheDocument();
  expect((await row('Bread')).getByRole('link', { name: 'Open the page Bread' })).toHaveAttribute(
    'href',
    'http://localhost/share/x',
  );
  expect((await row('Salt')).queryByRole('link')).not.toBeInTheDocument();
  expect((await row('Salt')).getByText('One answer')).toBeInTheDocument();
  expect(server.calls('GET', '/api/admin/shares/s1/reports')).toEqual([]);
  await user.click((await row('Bread')).getByText('2 reports'));
  const reports = await (await row('Bread')).findByRole('list');
  expect([...reports.children].map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Private data .*My number$/),
    expect.stringMatching(/^Something else /),
  ]);
  await user.click(inPanel().getByRole('button', { name: 'Show more' }));
  expect((await row('Water')).getByRole('button', { name: 'Take down Water' })).toBeInTheDocument();
  await user.selectOptions(inPanel().getByLabelText('Show'), 'Reported');
  await user.type(inPanel().getByLabelText(/^Link, or address/), 'http://localhost/share/x');
  await waitFor(() =>
    expect(Object.fromEntries(server.calls('GET', '/api/admin/shares').at(-1)?.query ?? [])).toEqual({
      filter: 'reported',
      search: 'http://localhost/share/x',
    }),
  );
});

test('a link is taken down with a reason, and restored', async () => {
  server.on('POST', '/api/admin/shares/s1/decision', ({ body }) => {
    const { decision } = body as { decision: string };
    shares = [aShare(decision === 'take-down' ? { takenDown: { at: AT, reason: 'Not yours' } } : { reports: 0 })];
    return answer({ success: true });
  });
  const { user } = startPanel('shares');
  await user.click((await row('Bread')).getByRole('button', { name: 'Take down Bread' }));
  expect(dialog().getByText(/ann@example.org gets a mail and sees your reason/)).toBeInTheDocument();
  await user.click(dialog().getByRole('button', { name: 'Take down' }));
  expect(dialog().getByText('Please provide a reason for this change')).toBeInTheDocument();
  await user.type(dialog().getByLabelText('Reason'), 'Not yours');
  await user.click(dialog().getByRole('button', { name: 'Take down' }));
  expect(await inPanel().findByTestId('toast')).toHaveTextContent('The link is taken down');
  expect(server.calls('POST', '/api/admin/shares/s1/decision')[0]?.body).toEqual({
    decision: 'take-down',
    reason: 'Not yours',
  });
  expect(await inPanel().findByText(/^Taken down on Nov 21, 2026.*: Not yours$/)).toBeInTheDocument();
  expect((await row('Bread')).queryByRole('link')).not.toBeInTheDocument();
  await user.click((await row('Bread')).getByRole('button', { name: 'Restore Bread' }));
  await user.type(dialog().getByLabelText('Reason'), 'An error');
  await user.click(dialog().getByRole('button', { name: 'Restore' }));
  await waitFor(async () =>
    expect((await row('Bread')).getByRole('button', { name: 'Take down Bread' })).toBeVisible(),
  );
});

test('reports are dismissed, and a refusal is told where it was asked', async () => {
  server.on('POST', '/api/admin/shares/s1/decision', () => answer({ error: 'This link is so already' }, 409));
  const { user } = startPanel('shares');
  await user.click((await row('Bread')).getByRole('button', { name: 'Dismiss the reports of Bread' }));
  await user.type(dialog().getByLabelText('Reason'), 'Unfounded');
  await user.click(dialog().getByRole('button', { name: 'Dismiss reports' }));
  expect(await dialog().findByText('This link is so already')).toBeInTheDocument();
  expect(server.calls('POST', '/api/admin/shares/s1/decision')[0]?.body).toEqual({
    decision: 'dismiss',
    reason: 'Unfounded',
  });
});
