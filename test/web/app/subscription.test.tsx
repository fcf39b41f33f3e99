import { act, screen, waitFor, within } from '@testing-library/react';

import type { Subscription } from '../../../web/features/billing/billing-api.ts';
import { subscriptionModalSet } from '../../../web/state/ui-slice.ts';
import { aProSubscription, aSubscription } from '../support/billing.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, openSettings, signedIn, startApp } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

const says = (of: Subscription) => server.on('GET', '/api/stripe/subscription', () => answer(of));
const dialog = () => within(screen.getByRole('dialog', { name: 'Subscription' }));
const plan = () => dialog().findByRole('region', { name: 'Your plan' });

const opened = async (of: Subscription) => {
  says(of);
  const person = { tier: of.tier, subscription: of.tier };
  server.on('GET', '/api/auth/me', () => answer({ user: aUser(person) }));
  const app = startApp({ stored: signedIn(person) });
  act(() => {
    app.store.dispatch(subscriptionModalSet(true));
  });
  await screen.findByRole('dialog', { name: 'Subscription' });
  return app;
};

test('is opened from the settings, and shows a free account its limit and what there is to buy', async () => {
  says(aSubscription());
  const { user } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
  await openSettings(user, 'Account');
  await user.click(await screen.findByRole('button', { name: 'Manage Subscription' }));
  await screen.findByRole('dialog', { name: 'Subscription' });
  expect(screen.queryByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
  expect(await plan()).toHaveTextContent(/Free.*\$0.*No paid plan.*30 messages per day/);
  expect(dialog().getByTestId('plan-basic')).toBeInTheDocument();
  expect(dialog().getByTestId('plan-premium')).toBeInTheDocument();
  expect(dialog().queryByTestId('plan-free')).not.toBeInTheDocument();
  expect(dialog().queryByRole('button', { name: 'Cancel subscription' })).not.toBeInTheDocument();
  expect(dialog().queryByRole('button', { name: 'Manage payment' })).not.toBeInTheDocument();
});

test.each<[Subscription['status'], RegExp, boolean]>([
  ['active', /Active.*Renews on.*December 21, 2026.*Unlimited messages/, true],
  ['canceling', /Cancelled.*Ends on.*December 21, 2026/, false],
  ['past_due', /Payment overdueDaily limit/, true],
])('a plan that is %s says so in words', async (status, words, cancellable) => {
  await opened(aProSubscription({ status, cancelAtPeriodEnd: status === 'canceling' }));
  expect(await plan()).toHaveTextContent(words);
  expect(dialog().queryAllByText(/so that your plan goes on/)).toHaveLength(status === 'past_due' ? 1 : 0);
  expect(dialog().queryAllByRole('button', { name: 'Cancel subscription' })).toHaveLength(cancellable ? 1 : 0);
  expect(dialog().getByTestId('plan-premium')).toBeInTheDocument();
  expect(dialog().queryByTestId('plan-basic')).not.toBeInTheDocument();
});

test('a plan that was cancelled and is not paid says both, and leads to the card and not to a resumption', async () => {
  await opened(aProSubscription({ tier: 'free', price: 0, status: 'past_due', cancelAtPeriodEnd: true }));
  expect(await plan()).toHaveTextContent(/Free.*Payment overdue.*Ends on.*December 21, 2026/);
  expect(dialog().getByText(/The last payment did not go through, so you have no paid plan now/)).toBeInTheDocument();
  expect(dialog().getByRole('button', { name: 'Manage payment' })).toBeInTheDocument();
  expect(dialog().queryByRole('button', { name: /Resume|Cancel/ })).not.toBeInTheDocument();
  expect(dialog().getByTestId('plan-basic')).toBeInTheDocument();
});

test('a plan that is not paid any more can be cancelled, so that no further month is charged', async () => {
  const { user } = await opened(aProSubscription({ tier: 'free', price: 0, status: 'past_due' }));
  server.on('POST', '/api/stripe/cancel', () => {
    says(aProSubscription({ tier: 'free', price: 0, status: 'past_due', cancelAtPeriodEnd: true }));
    return answer({ success: true, status: 'canceling', cancelAtPeriodEnd: true, currentPeriodEnd: null });
  });
  await user.click(await dialog().findByRole('button', { name: 'Cancel subscription' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'This subscription is not paid and gives you no plan any more. No further month will be charged.',
  );
  await user.click(screen.getByRole('button', { name: 'Yes, cancel subscription' }));
  await waitFor(async () => expect(await plan()).toHaveTextContent(/Payment overdue.*Ends on.*December 21, 2026/));
});

const forATime = (paidTier: 'free' | 'basic') =>
  aSubscription({
    tier: 'premium',
    dailyLimit: -1,
    granted: {
      since: '2026-11-01T12:00:00.000Z',
      paidTier,
      ends: { at: '2026-12-01T12:00:00.000Z', tier: paidTier },
    },
  });

test('a plan that was given for a time can be bought before it ends', async () => {
  const { user, page } = await opened(forATime('free'));
  server.on('POST', '/api/stripe/create-checkout', () =>
    answer({ url: 'https://pay.example.org/1', sessionId: 'cs_1' }),
  );
  expect(await dialog().findByTestId('plan-basic')).toBeInTheDocument();
  await user.click(within(dialog().getByTestId('plan-premium')).getByRole('button', { name: 'Get Premium' }));
  await waitFor(() => expect(page.visited).toEqual(['https://pay.example.org/1']));
});

test.each<[string, Subscription, RegExp]>([
  [
    'that was given',
    aSubscription({
      tier: 'premium',
      dailyLimit: -1,
      granted: { since: '2026-11-01T12:00:00.000Z', paidTier: 'free', ends: null },
    }),
    /Premium.*\$0.*StatusGrantedGrantedSince November 1, 2026, until it is taken back\. You pay nothing for it\./,
  ],
  [
    'that was given to somebody who pays',
    aProSubscription({
      tier: 'premium',
      granted: { since: '2026-11-01T12:00:00.000Z', paidTier: 'basic', ends: null },
    }),
    /Premium.*\$4\.99.*StatusActiveRenews onDecember 21, 2026Granted.*until it is taken back\. You pay for Pro only\./,
  ],
  [
    'that was given for a time',
    forATime('free'),
    /GrantedSince November 1, 2026, until December 1, 2026\. You pay nothing for it\./,
  ],
  [
    'that was given for a time to somebody who pays',
    forATime('basic'),
    /GrantedSince November 1, 2026, until December 1, 2026\. You pay for Pro only\./,
  ],
])('a plan %s says since when, until when, and what is paid', async (_, of, words) => {
  await opened(of);
  expect(await plan()).toHaveTextContent(words);
});

test('cancelling beside a granted plan takes nothing of it', async () => {
  const { user } = await opened(
    aProSubscription({
      tier: 'premium',
      granted: { since: '2026-11-01T12:00:00.000Z', paidTier: 'basic', ends: null },
    }),
  );
  await user.click(await dialog().findByRole('button', { name: 'Cancel subscription' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'You pay for Pro until December 21, 2026. Premium was granted to you and stays.',
  );
});

describe('cancelling', () => {
  const asked = async () => {
    const app = await opened(aProSubscription());
    await app.user.click(await dialog().findByRole('button', { name: 'Cancel subscription' }));
    const question = within(screen.getByRole('alertdialog'));
    return { ...app, question };
  };

  test('asks first, and keeping it changes nothing', async () => {
    const { user, question } = await asked();
    expect(screen.getByRole('alertdialog')).toHaveTextContent('You keep Pro until December 21, 2026.');
    expect(question.getByRole('button', { name: 'Keep subscription' })).toHaveFocus();
    await user.click(question.getByRole('button', { name: 'Keep subscription' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(server.calls('POST', '/api/stripe/cancel')).toEqual([]);
  });

  test('shows until when the plan stays', async () => {
    const { user, question } = await asked();
    server.on('POST', '/api/stripe/cancel', () => {
      says(aProSubscription({ status: 'canceling', cancelAtPeriodEnd: true }));
      return answer({
        success: true,
        status: 'canceling',
        cancelAtPeriodEnd: true,
        currentPeriodEnd: '2026-12-21T12:00:00.000Z',
      });
    });
    await user.click(question.getByRole('button', { name: 'Yes, cancel subscription' }));
    await waitFor(async () => expect(await plan()).toHaveTextContent(/Cancelled.*Ends on.*December 21, 2026/));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(dialog().queryByRole('button', { name: 'Cancel subscription' })).not.toBeInTheDocument();
    expect(await plan()).toHaveFocus();
  });

  test('that failed can be tried again', async () => {
    const { user, question } = await asked();
    server.on('POST', '/api/stripe/cancel', () => answer({ error: 'x' }, 502));
    await user.click(question.getByRole('button', { name: 'Yes, cancel subscription' }));
    const alert = await dialog().findByRole('alert');
    expect(alert).toHaveTextContent('Failed to cancel subscription');
    server.on('POST', '/api/stripe/cancel', () =>
      answer({ success: true, status: 'canceling', cancelAtPeriodEnd: true, currentPeriodEnd: null }),
    );
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('Failed to cancel subscription')).not.toBeInTheDocument());
    expect(server.calls('POST', '/api/stripe/cancel')).toHaveLength(2);
  });
});

describe('the step down from Premium to Pro', () => {
  const premium = (of: Partial<Subscription> = {}) => aProSubscription({ tier: 'premium', price: 9.99, ...of });
  const button = (name: string) => dialog().queryByRole('button', { name });

  test('asks first, says what it will be from when, and is taken back', async () => {
    const { user } = await opened(premium());
    server.on('POST', '/api/stripe/downgrade', () => {
      says(premium({ nextTier: 'basic' }));
      return answer({ success: true, nextTier: 'basic', currentPeriodEnd: '2026-12-21T12:00:00.000Z' });
    });
    server.on('DELETE', '/api/stripe/downgrade', () => {
      says(premium());
      return answer({ success: true, nextTier: null, currentPeriodEnd: '2026-12-21T12:00:00.000Z' });
    });
    await user.click(await dialog().findByRole('button', { name: 'Change to Pro' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'You keep Premium until December 21, 2026. From then on your plan is Pro at $4.99 per month.',
    );
    await user.click(question.getByRole('button', { name: 'Change to Pro' }));
    await waitFor(async () =>
      expect(await plan()).toHaveTextContent(/Premium.*Active.*Next planPro from December 21, 2026/),
    );
    expect(server.calls('POST', '/api/stripe/downgrade').map(({ body }) => body)).toEqual([{ tier: 'basic' }]);
    expect([button('Change to Pro'), button('Cancel subscription') !== null]).toEqual([null, true]);
    await user.click(dialog().getByRole('button', { name: 'Keep Premium' }));
    await waitFor(async () => expect(await plan()).toHaveTextContent(/Renews on/));
    expect(button('Keep Premium')).toBeNull();
    expect(await plan()).toHaveFocus();
  });

  test('that failed says so, and nothing has changed', async () => {
    const { user } = await opened(premium());
    server.on('POST', '/api/stripe/downgrade', () => answer({ error: 'x' }, 502));
    await user.click(await dialog().findByRole('button', { name: 'Change to Pro' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Change to Pro' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent('The plan could not be changed.');
    expect(await plan()).toHaveTextContent(/Renews on/);
  });

  test.each<[string, Subscription]>([
    ['who pays for Pro', aProSubscription()],
    ['whose Premium is cancelled', premium({ status: 'canceling', cancelAtPeriodEnd: true })],
    ['whose payment is overdue', premium({ status: 'past_due' })],
    [
      'who was given Premium and pays for Pro',
      premium({ granted: { since: '2026-11-01T12:00:00.000Z', paidTier: 'basic', ends: null } }),
    ],
  ])('is not offered to somebody %s', async (_, of) => {
    await opened(of);
    await plan();
    expect(dialog().queryByRole('button', { name: /^Change to|^Keep/ })).not.toBeInTheDocument();
  });
});

test('a status that cannot be loaded can be asked for again', async () => {
  server.on('GET', '/api/stripe/subscription', () => answer({ error: 'x' }, 500));
  const { store, user } = startApp({ stored: signedIn() });
  act(() => {
    store.dispatch(subscriptionModalSet(true));
  });
  expect(await screen.findByText('Failed to load subscription status')).toBeInTheDocument();
  says(aSubscription());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await plan()).toHaveTextContent('No paid plan');
});

test('a customer gets to the provider’s page for cards and invoices', async () => {
  server.on('POST', '/api/stripe/portal', () => answer({ url: 'https://pay.example.org/portal' }));
  const { user, page } = await opened(aProSubscription());
  await user.click(await dialog().findByRole('button', { name: 'Manage payment' }));
  await waitFor(() => expect(page.visited).toEqual(['https://pay.example.org/portal']));
});

describe('a cancelled plan', () => {
  const resumeButton = () => dialog().findByRole('button', { name: 'Resume subscription' });

  test('can be resumed until its end', async () => {
    const { user } = await opened(aProSubscription({ status: 'canceling', cancelAtPeriodEnd: true }));
    server.on('POST', '/api/stripe/resume', () => {
      says(aProSubscription());
      return answer({ success: true, cancelAtPeriodEnd: false, currentPeriodEnd: null });
    });
    await user.click(await resumeButton());
    await waitFor(async () => expect(await plan()).toHaveTextContent(/Active.*Renews on.*December 21, 2026/));
    expect(dialog().queryByRole('button', { name: 'Resume subscription' })).not.toBeInTheDocument();
  });

  test('that could not be resumed says so', async () => {
    const { user } = await opened(aProSubscription({ status: 'canceling', cancelAtPeriodEnd: true }));
    server.on('POST', '/api/stripe/resume', () => answer({ error: 'x' }, 502));
    await user.click(await resumeButton());
    const alert = await dialog().findByRole('alert');
    expect(alert).toHaveTextContent('Failed to resume subscription');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.calls('POST', '/api/stripe/resume')).toHaveLength(2));
  });
});

test.each([
  ['refused', () => new Response('', { status: 502 })],
  ['without an address', () => answer({})],
])('a payment page that cannot be opened is told: %s', async (_, response) => {
  server.on('POST', '/api/stripe/portal', response);
  const { user, page } = await opened(aProSubscription());
  await user.click(await dialog().findByRole('button', { name: 'Manage payment' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    'The payment page could not be opened. Please try again.',
  );
  expect(page.visited).toEqual([]);
});

test('all plans can be compared from here', async () => {
  const { user } = await opened(aProSubscription());
  await user.click(await dialog().findByRole('button', { name: 'Compare all plans' }));
  expect(await screen.findByRole('dialog', { name: 'Pricing' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Subscription' })).not.toBeInTheDocument();
});
