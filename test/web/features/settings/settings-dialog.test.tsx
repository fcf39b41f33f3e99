import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SettingsDialog } from '../../../../web/features/settings/settings-dialog.tsx';
import type { Theme } from '../../../../web/state/ui-slice.ts';
import { aUser } from '../../support/builders.ts';

const start = (of: Parameters<typeof aUser>[0] = {}, theme: Theme = 'light') => {
  const did: string[] = [];
  render(<SettingsDialog user={aUser(of)} theme={theme} model="some/model" onTheme={(to) => did.push(to)} onSignOut={() => did.push('out')} onClose={() => did.push('closed')} />);
  return { did, user: userEvent.setup() };
};

test.each([['free', 'Free plan'], ['basic', 'Pro plan'], ['premium', 'Premium plan']] as const)('the tier %s is called %s', (tier, name) => {
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
