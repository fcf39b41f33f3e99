import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { AccountSetting } from '../../../../web/features/settings/account-setting.tsx';
import { SignOutSetting } from '../../../../web/features/settings/sign-out-setting.tsx';
import { findSection, sectionsFor } from '../../../../web/features/settings/sections.ts';
import { aUser } from '../../support/builders.ts';

const account = (of: Parameters<typeof aUser>[0] = {}, isSelling = true) => {
  const did: string[] = [];
  render(
    <AccountSetting
      user={aUser(of)}
      onVerify={() => did.push('verify')}
      onSubscription={isSelling ? () => did.push('subscription') : null}
    >
      <p>the name</p>
    </AccountSetting>,
  );
  return { did, user: userEvent.setup() };
};

describe('the account', () => {
  test.each([
    ['free', 'Free plan'],
    ['basic', 'Pro plan'],
    ['premium', 'Premium plan'],
  ] as const)('the tier %s is called %s', (tier, name) => {
    account({ tier });
    expect(screen.getByText(name)).toBeInTheDocument();
  });

  test('of a phone shows its number', () => {
    account({ email: null, phoneNumber: '+14155550100', authMode: 'phone' });
    expect(screen.getByText('+14155550100')).toBeInTheDocument();
  });

  test('says when limits are bypassed', () => {
    account({ override: { enabled: true, overrideType: 'free', expiresAt: '2026-11-22T10:00:00.000Z' } });
    expect(screen.getByText('Override Active - Rate limits bypassed')).toBeInTheDocument();
  });

  test('has the way to the subscription, where something is sold', async () => {
    const { did, user } = account();
    await user.click(screen.getByRole('button', { name: 'Manage Subscription' }));
    expect(did).toEqual(['subscription']);
  });

  test('has none where nothing is', () => {
    account({}, false);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('says that an address is not verified, with the way to verify it', async () => {
    const { did, user } = account({ emailVerified: false });
    await user.click(screen.getByRole('button', { name: 'Verify email' }));
    expect(did).toEqual(['verify']);
  });

  test.each([
    [{ emailVerified: true }],
    [{ email: null, phoneNumber: '+14155550100', authMode: 'phone', emailVerified: false }],
  ] as const)('nothing is asked of %j', (of) => {
    account(of);
    expect(screen.queryByRole('button', { name: 'Verify email' })).not.toBeInTheDocument();
  });
});

test('signing out everywhere asks first, and says when it did not work', async () => {
  let asked = 0;
  const user = userEvent.setup();
  const everywhere = async () => {
    asked += 1;
    return false;
  };
  render(
    <SignOutSetting onSignOut={() => undefined} onSignOutEverywhere={everywhere}>
      {null}
    </SignOutSetting>,
  );
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(asked).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText(/could not be ended/)).toBeInTheDocument();
  expect(asked).toBe(1);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('an address names a section or a part of one; anything else is none', () => {
  expect(['account', 'usage', 'keyboard', 'links', 'toString', 'nonsense', null].map(findSection)).toEqual([
    'account',
    'account',
    'appearance',
    'data',
    undefined,
    undefined,
    undefined,
  ]);
  const names = (isAdmin: boolean, hasTools: boolean) => sectionsFor({ isAdmin, hasTools });
  expect([names(true, true), names(false, true)].map((list) => list.includes('admin'))).toEqual([true, false]);
  expect([names(true, true), names(true, false)].map((list) => list.includes('tools'))).toEqual([true, false]);
});
