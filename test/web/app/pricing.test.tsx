import { act, screen, waitFor, within } from '@testing-library/react';

import type { Subscription } from '../../../web/features/billing/billing-api.ts';
import { openDialog } from '../../../web/app/router/navigation.ts';
import { aSubscription, somePlans } from '../support/billing.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, openSettings, signedIn, startApp } from '../support/start-app.tsx';
import { aUser } from '../support/builders.ts';

let server: FakeServer;
beforeEach(() => {
  server = aServer();
});
afterEach(() => server.restore());

type Tier = 'free' | 'basic' | 'premium';
const card = (tier: Tier) => within(screen.getByTestId(`plan-${tier}`));

/** Somebody who pays for `tier` looks at the prices. */
const looking = async (tier: Tier) => {
  const person = { tier, subscription: tier };
  server.on('GET', '/api/auth/me', () => answer({ user: aUser(person) }));
  const app = startApp({ stored: signedIn(person) });
  act(() => {
    openDialog({ at: 'pricing' });
  });
  await screen.findByTestId('plan-free');
  return app;
};

describe('a visitor', () => {
  test('finds three plans with their prices, and begins for free by signing in', async () => {
    const { user } = startApp();
    await user.click(await screen.findByRole('button', { name: 'Pricing' }));
    expect(await screen.findByRole('dialog', { name: 'Pricing' })).toBeInTheDocument();
    await screen.findByTestId('plan-free');
    expect(card('free').getByText('30 messages per day')).toBeInTheDocument();
    expect(card('basic').getByText('$4.99')).toBeInTheDocument();
    expect(card('basic').getByRole('heading', { name: 'Pro' })).toBeInTheDocument();
    expect(card('premium').getByText('$9.99')).toBeInTheDocument();
    expect(screen.queryByText('Current plan')).not.toBeInTheDocument();

    await user.click(card('free').getByRole('button', { name: 'Get Started Free' }));
    expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: 'Pricing' })).not.toBeInTheDocument();
  });

  test('who wants a paid plan signs in first and finds the prices again behind it', async () => {
    const { user } = startApp();
    await user.click(await screen.findByRole('button', { name: 'Pricing' }));
    await screen.findByTestId('plan-premium');
    await user.click(card('premium').getByRole('button', { name: 'Get Premium' }));
    await screen.findByRole('dialog', { name: 'Welcome Back' });
    expect(server.calls('POST', '/api/stripe/create-checkout')).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Welcome Back' })).not.toBeInTheDocument());
    expect(screen.getByRole('dialog', { name: 'Pricing' })).toBeInTheDocument();
  });
});

describe('the current plan is marked and only higher ones are offered', () => {
  test.each<[Tier, string[]]>([
    ['free', ['Upgrade to Pro', 'Upgrade to Premium']],
    ['basic', ['Upgrade to Premium']],
    ['premium', []],
  ])('%s', async (tier, offers) => {
    await looking(tier);
    expect(card(tier).getByText('Current plan')).toBeInTheDocument();
    expect(screen.getAllByText('Current plan')).toHaveLength(1);
    expect(screen.queryAllByRole('button', { name: /^Upgrade to/ }).map(({ textContent }) => textContent)).toEqual(
      offers,
    );
  });
});

describe('a plan that was given', () => {
  const given = (ends: Subscription['granted']) =>
    server.on('GET', '/api/stripe/subscription', () => answer(aSubscription({ tier: 'premium', granted: ends })));
  const since = '2026-11-01T12:00:00.000Z';
  const at = '2026-12-01T12:00:00.000Z';
  const offered = () => screen.queryAllByRole('button', { name: /^Get / }).map(({ textContent }) => textContent);

  test.each<['free' | 'basic', string[]]>([
    ['free', ['Get Pro', 'Get Premium']],
    ['basic', ['Get Premium']],
  ])('for a time to somebody who has %s afterwards can be bought', async (tier, offers) => {
    given({ since, paidTier: tier, ends: { at, tier } });
    await looking('premium');
    await waitFor(() => expect(offered()).toEqual(offers));
    expect(screen.getAllByText('Current plan')).toHaveLength(1);
    expect(card('premium').getByText('Current plan')).toBeInTheDocument();
    expect(card('free').getByText('Included in Premium.')).toBeInTheDocument();
    expect(screen.queryByText(/Thank you for paying/)).not.toBeInTheDocument();
  });

  test('for good is not offered, and nobody is thanked for paying', async () => {
    given({ since, paidTier: 'free', ends: null });
    await looking('premium');
    expect(await screen.findByText('You have everything.')).toBeInTheDocument();
    expect(offered()).toEqual([]);
    expect(card('premium').getByText('This is your plan.')).toBeInTheDocument();
  });
});

describe('buying', () => {
  test('goes to the payment page in this tab', async () => {
    server.on('POST', '/api/stripe/create-checkout', () =>
      answer({ url: 'https://pay.example.org/s1', sessionId: 's1' }),
    );
    const { user, page } = await looking('free');
    await user.click(card('premium').getByRole('button', { name: 'Upgrade to Premium' }));
    await waitFor(() => expect(page.visited).toEqual(['https://pay.example.org/s1']));
    expect(server.calls('POST', '/api/stripe/create-checkout').map(({ body }) => body)).toEqual([{ tier: 'premium' }]);
    expect(card('basic').getByRole('button', { name: 'Upgrade to Pro' })).toBeDisabled();
  });

  test.each<[string, Response, string]>([
    [
      'says why the server refused',
      answer({ error: 'You already have this plan or a higher one.' }, 400),
      'You already have this plan or a higher one.',
    ],
    [
      'says so when nothing readable came',
      new Response('<html>Bad gateway</html>', { status: 502 }),
      'Failed to start checkout process',
    ],
    [
      'follows no address that is not of the web',
      answer({ url: 'javascript:alert(1)', sessionId: 's1' }),
      'Failed to start checkout process',
    ],
    ['follows nothing when no address came', answer({ sessionId: 's1' }), 'Failed to start checkout process'],
    ['follows no empty address', answer({ url: '', sessionId: 's1' }), 'Failed to start checkout process'],
  ])('%s, and can be tried again', async (_, response, text) => {
    server.on('POST', '/api/stripe/create-checkout', () => response);
    const { user, page } = await looking('free');
    await user.click(card('basic').getByRole('button', { name: 'Upgrade to Pro' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(page.visited).toEqual([]);
    expect(card('basic').getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled();
  });
});

test('the sandbox says that no money moves', async () => {
  server.on('GET', '/api/plans', () => answer(somePlans({ sandbox: true })));
  await looking('free');
  expect(screen.getByText(/sandbox: no money moves/i)).toBeInTheDocument();
});

test('plans that cannot be loaded can be asked for again', async () => {
  server.on('GET', '/api/plans', () => answer({ error: 'x' }, 500));
  const { user } = startApp({ stored: signedIn() });
  act(() => {
    openDialog({ at: 'pricing' });
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.on('GET', '/api/plans', () => answer(somePlans()));
  await user.click(again);
  expect(await screen.findByTestId('plan-premium')).toBeInTheDocument();
});

describe('where nothing is sold', () => {
  beforeEach(() => {
    server.on('GET', '/api/plans', () => answer(somePlans({ payments: false, plans: [] })));
  });

  test('a visitor finds no prices', async () => {
    const { user } = startApp();
    await screen.findByRole('button', { name: 'About' });
    await waitFor(() => expect(server.calls('GET', '/api/plans')).toHaveLength(1));
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
    expect(screen.queryByText('Pricing')).not.toBeInTheDocument();
  });

  test('the settings have nothing to manage, and no screen opens whoever asks for it', async () => {
    const { user } = startApp({ stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true } } });
    await openSettings(user, 'Account');
    await screen.findByRole('button', { name: 'Sign Out' });
    expect(screen.queryByRole('button', { name: 'Manage Subscription' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'API' }));
    expect(await screen.findByText('Part of the Premium plan.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'See plans' })).not.toBeInTheDocument();
    act(() => {
      openDialog({ at: 'pricing' });
    });
    await waitFor(() => expect(window.location.hash).toBe('#/'));
    expect(screen.queryByRole('dialog', { name: 'Pricing' })).not.toBeInTheDocument();
  });
});
