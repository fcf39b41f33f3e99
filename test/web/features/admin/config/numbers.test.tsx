import { screen, waitFor, within } from '@testing-library/react';

import { aPerson, KIMI, someRates, someUsers, withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const box = (name: string) => inPanel().findByRole('spinbutton', { name });
const write = async (user: ReturnType<typeof startPanel>['user'], name: string, text: string) => {
  const input = await box(name);
  await user.clear(input);
  await user.type(input, text);
  return input;
};

/** A box of each kind, what is refused in it, and why. What else is refused: number-text.test.ts. */
const REFUSED = [
  ['features', 'Grace messages', 'abc', 'Enter a number'],
  ['rate-limits', `Free: messages with ${KIMI}`, '-1', 'Must be at least 0'],
  ['model-config', `Messages per day with ${KIMI}, Free`, '2.7', 'Must be a whole number'],
  ['model-config', 'Free: images per day', '-1', 'Must be at least 0'],
  ['agents', 'Basic (Pro): agent requests per day', '2.7', 'Must be a whole number'],
  ['freemium', 'Messages per day', '11', 'Must be at most 10'],
  ['file-storage', 'Free: largest file in MB', '500', 'Must be at most 200'],
  ['file-storage', 'Files per message', '21', 'Must be at most 20'],
  ['file-storage', 'Premium: all chats in MB', '1e3', 'Enter a number'],
] as const;

test.each(REFUSED)('%s: %s refuses "%s" where it is typed, and nothing is saved', async (tab, name, text, problem) => {
  const { user } = startPanel(tab);
  const written = await write(user, name, text);
  await user.tab();
  expect(written).toBeInvalid();
  expect(written).toHaveValue(text);
  expect(written).toHaveAccessibleDescription(problem);
  await user.type(inPanel().getByLabelText('Reason for changes'), 'A try');
  await user.click(inPanel().getByRole('button', { name: /^Save/ }));
  expect(written).toHaveFocus();
  expect(inPanel().getByText(`Nothing was saved: please correct “${name}”.`)).toBeInTheDocument();
  expect(server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  await user.click(inPanel().getByRole('button', { name: 'Reset' }));
  expect(written).toBeValid();
  expect(written).toBeInTheDocument();
});

test('without the tick of Unlimited the number is asked for, never taken for 0', async () => {
  server.on('POST', '/api/admin/rate-limits', () => answer(someRates()));
  const { user } = startPanel('rate-limits');
  await user.click(await inPanel().findByRole('checkbox', { name: 'Unlimited: Free: messages in total' }));
  expect(await box('Free: messages in total')).toHaveFocus();
  expect(await box('Free: messages in total')).toHaveValue('');
  expect(await box('Free: messages in total')).toHaveAccessibleDescription('Enter a number');
  await user.keyboard('30');
  expect(await box('Free: messages in total')).toBeValid();
  // The tick by mistake loses nothing.
  await user.click(inPanel().getByRole('checkbox', { name: 'Unlimited: Free: messages in total' }));
  await user.click(inPanel().getByRole('checkbox', { name: 'Unlimited: Free: messages in total' }));
  expect(await box('Free: messages in total')).toHaveValue('30');
});

test('Unlimited can be unticked again after Reset', async () => {
  const { user } = startPanel('rate-limits');
  const tick = () => inPanel().findByRole('checkbox', { name: 'Unlimited: Free: messages in total' });
  await user.click(await tick());
  await user.click(inPanel().getByRole('button', { name: 'Reset' }));
  expect(await tick()).toBeChecked();
  await user.click(await tick());
  expect(await tick()).not.toBeChecked();
  await user.keyboard('30');
  expect(await box('Free: messages in total')).toHaveValue('30');
});

test('the arrows step within the range', async () => {
  const { user } = startPanel('freemium');
  await write(user, 'Messages per day', '9');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(await box('Messages per day')).toHaveValue('10');
  await user.keyboard('{ArrowDown}');
  expect(await box('Messages per day')).toHaveValue('9');
});

test.each([
  ['0.7', 'Hours'],
  ['0.25', 'Hours'],
  ['0.7', 'Days'],
  ['366', 'Days'],
  ['0', 'Hours'],
])('an expiry of %s %s is refused where it is typed', async (text, unit) => {
  const { user } = startPanel('file-storage');
  await user.selectOptions(await inPanel().findByLabelText('Unit'), unit);
  await user.type(inPanel().getByLabelText('Custom duration'), text);
  const problem = 'Must be between half an hour and 365 days, in steps of half an hour';
  expect(inPanel().getByLabelText('Custom duration')).toHaveAccessibleDescription(problem);
  await user.click(inPanel().getByRole('button', { name: 'Apply' }));
  expect(inPanel().getByLabelText('Custom duration')).toHaveFocus();
  expect(inPanel().getByText('3 days')).toBeInTheDocument();
});

describe('the limits of a person', () => {
  const custom = { dailyMessages: 100, moonshotDaily: -1, setBy: 'u1', setAt: '2026-11-20T09:30:00.000Z', reason: 'x' };
  const opened = async () => {
    server
      .on('GET', '/api/admin/users', () => answer(someUsers([aPerson({ customLimits: custom })])))
      .on('POST', '/api/admin/user/p1/limits', () => answer({ success: true, user: aPerson() }));
    const { user } = startPanel('users');
    await user.click(await inPanel().findByRole('button', { name: 'Edit limits of alan@example.org' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit User Limits' }));
    return { user, dialog, daily: () => dialog.getByRole('spinbutton', { name: 'Daily message limit' }) };
  };

  test('refuse what is no number of messages', async () => {
    const { user, dialog, daily } = await opened();
    await user.type(dialog.getByLabelText('Reason for override'), 'A good cause');
    for (const text of ['abc', '2.7', '-1']) {
      await user.clear(daily());
      await user.type(daily(), text);
      await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
      expect([text, document.activeElement === daily()]).toEqual([text, true]);
      expect(daily()).toBeInvalid();
    }
    expect(server.calls('POST', '/api/admin/user/p1/limits')).toEqual([]);
  });

  test("an emptied box is the plan's own limit again, and so is one without the tick of Unlimited", async () => {
    const { user, dialog, daily } = await opened();
    await user.clear(daily());
    expect(daily()).toBeValid();
    expect(daily()).toHaveAccessibleDescription('Empty: the limit of the plan');
    await user.click(dialog.getByRole('checkbox', { name: 'Unlimited: Daily Kimi (Moonshot) limit' }));
    await user.keyboard('7');
    await user.type(dialog.getByLabelText('Reason for override'), 'Over');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(server.calls('POST', '/api/admin/user/p1/limits')).toHaveLength(1));
    expect(server.calls('POST', '/api/admin/user/p1/limits')[0]?.body).toEqual({
      limits: { dailyMessages: null, moonshotDaily: 7 },
      before: expect.anything() as unknown,
      reason: 'Over',
    });
  });
});
