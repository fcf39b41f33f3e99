import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SettingsDialog } from '../../../../web/features/settings/settings-dialog.tsx';
import type { Theme } from '../../../../web/state/ui-slice.ts';
import { aUser } from '../../support/builders.ts';

const start = (of: Parameters<typeof aUser>[0] = {}, theme: Theme = 'light', everywhere = async () => true) => {
  const did: string[] = [];
  render(
    <SettingsDialog
      user={aUser(of)}
      theme={theme}
      model="some/model"
      onTheme={(to) => did.push(to)}
      onSignOut={() => did.push('out')}
      onSignOutEverywhere={everywhere}
      onVerify={() => did.push('verify')}
      onClose={() => did.push('closed')}
    />,
  );
  return { did, user: userEvent.setup() };
};

test.each([
  ['free', 'Free plan'],
  ['basic', 'Pro plan'],
  ['premium', 'Premium plan'],
] as const)('the tier %s is called %s', (tier, name) => {
  start({ tier });
  expect(screen.getByText(name)).toBeInTheDocument();
});

test('an account of a phone shows its number', () => {
  start({ email: null, phoneNumber: '+14155550100', authMode: 'phone' });
  expect(screen.getByText('+14155550100')).toBeInTheDocument();
});

test('the switch says which theme it is and asks for the other', async () => {
  const { did, user } = start({}, 'dark');
  expect(screen.getByRole('switch', { name: 'Dark theme' })).toBeChecked();
  await user.click(screen.getByRole('switch'));
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await user.keyboard('{Escape}');
  expect(did).toEqual(['light', 'out', 'closed']);
});

test('an address that is not verified says so, with the way to verify it', async () => {
  const { did, user } = start({ emailVerified: false });
  await user.click(screen.getByRole('button', { name: 'Verify email' }));
  expect(did).toEqual(['verify']);
});

test.each([
  [{ emailVerified: true }],
  [{ email: null, phoneNumber: '+14155550100', authMode: 'phone', emailVerified: false }],
] as const)('nothing is asked of %j', (of) => {
  start(of);
  expect(screen.queryByRole('button', { name: 'Verify email' })).not.toBeInTheDocument();
});

test('signing out everywhere asks first, and says when it did not work', async () => {
  let asked = 0;
  const { user } = start({}, 'light', async () => {
    asked += 1;
    return false;
  });
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(asked).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText(/could not be ended/)).toBeInTheDocument();
  expect(asked).toBe(1);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
