import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { findSettings, type Setting } from '../../../../../web/features/admin/search/settings-index.ts';
import { ADMIN_TABS, type AdminTab } from '../../../../../web/state/admin-slice.ts';
import { withAdmin } from '../../../support/admin.ts';
import { FakeServer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => server.restore());

const results = () => within(screen.getByRole('listbox', { name: 'Settings found' }));
const box = () => inPanel().getByRole('combobox', { name: 'Find a setting' });

test('a field is found by its name on another tab, led to and focused', async () => {
  const { user, go } = startPanel('users');
  await user.type(box(), 'grace mess');
  expect(results().getByRole('option', { selected: true })).toHaveTextContent(/Grace messages.*Features/);
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 });
  expect(box()).toHaveValue('grace mess');
  await user.keyboard('{Enter}');
  expect(await inPanel().findByRole('tab', { name: 'Features', selected: true })).toBeInTheDocument();
  await waitFor(() => expect(inPanel().getByRole('spinbutton', { name: 'Grace messages' })).toHaveFocus());
  expect(box()).toHaveValue('');
  go('users');
  await user.click(box());
  go('features');
  await inPanel().findByRole('spinbutton', { name: 'Grace messages' });
  expect(box()).toHaveFocus();
});

test('arrows choose, Escape closes only the results, and what there is not is said', async () => {
  const { user, closed } = startPanel('rate-limits');
  await user.type(box(), 'messages per day');
  const first = results().getByRole('option', { selected: true }).textContent;
  await user.keyboard('{ArrowDown}');
  expect(results().getByRole('option', { selected: true }).textContent).not.toBe(first);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox', { name: 'Settings found' })).not.toBeInTheDocument();
  expect(closed).toEqual([]);
  await user.type(box(), 'zzz');
  expect(inPanel().getByText('No setting of this name')).toBeInTheDocument();
});

const tabsWithFields = ADMIN_TABS.filter(
  (tab) => !['overview', 'debug-logs', 'shares', 'groups', 'users'].includes(tab),
);

const nameOf = (element: HTMLElement): string | null | undefined =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement
    ? element.labels?.[0]?.firstChild?.textContent
    : element.textContent;

test.each(tabsWithFields)('every card and field of the tab %s is found and led to', async (tab: AdminTab) => {
  startPanel(tab);
  const content = within(await inPanel().findByRole('tabpanel'));
  await waitFor(() => expect(content.queryAllByRole('heading').length).toBeGreaterThan(0));
  await waitFor(() => expect(content.queryByRole('status', { name: /Loading/ })).not.toBeInTheDocument());
  const selected = inPanel().getByRole('tab', { selected: true }).textContent;
  const fields = ['spinbutton', 'switch', 'combobox', 'textbox'].flatMap((role) => content.queryAllByRole(role));
  // A field outside of a card is no setting, but a filter.
  const settings = [
    ...content.getAllByRole('heading', { level: 3 }),
    ...fields.filter((field) => field.closest('section')),
  ];
  for (const setting of settings) {
    const name = setting.getAttribute('aria-label') ?? nameOf(setting) ?? '';
    // What an operator has named, such as agents and models, is not in the page's language.
    if (UNLISTED.test(name)) continue;
    fireEvent.change(box(), { target: { value: name } });
    const found = results().queryAllByRole('option');
    const option = found.find(({ textContent }) => textContent === `${name}${selected}`);
    expect([name, option, found.map(({ textContent }) => textContent)]).toEqual([
      name,
      expect.any(HTMLElement),
      expect.anything(),
    ]);
    fireEvent.click(option ?? document.body);
    await waitFor(() =>
      expect([name, setting.closest('section')?.contains(document.activeElement)]).toEqual([name, true]),
    );
    if (!setting.matches('h3')) expect(setting).toHaveFocus();
  }
});

const UNLISTED =
  /with (?:moonshotai|gemma|llama)|^Display name of |^(?:Last change|Reasoning|Web Search|Code|Free|Basic \(Pro\)|Premium)$/;

test('all words count, without accents, of the name or its tab', () => {
  const settings: readonly Setting[] = [
    { tab: 'features', name: 'Période de grâce' },
    { tab: 'freemium', name: 'Messages par jour' },
  ];
  const find = (typed: string) => findSettings(settings, typed, (tab) => tab).map(({ name }) => name);
  expect(find('GRACE')).toEqual(['Période de grâce']);
  expect(find('grace features')).toEqual(['Période de grâce']);
  expect(find('jour messages')).toEqual(['Messages par jour']);
  expect(find('  ')).toEqual([]);
});
