import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';

import { consumeCheckoutReturn } from '../../../web/session/checkout-return.ts';
import { aProSubscription, aSubscription } from '../support/billing.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

let server: FakeServer;
beforeEach(() => {
  server = aServer().on('GET', '/api/stripe/subscription', () => answer(aSubscription()));
});
afterEach(() => server.restore());

const looks = () => server.calls('GET', '/api/stripe/subscription').length;

/** The browser comes back from the payment page. */
const back = (how: string, stored: Record<string, unknown> = signedIn()) => {
  window.history.replaceState(null, '', `/?checkout=${how}&x=1`);
  const app = startApp({ stored });
  act(() => consumeCheckoutReturn(app.store));
  return app;
};

const pays = (tier: 'basic' | 'premium') => {
  server.on('GET', '/api/stripe/subscription', () => answer(aProSubscription({ tier })));
  server.on('GET', '/api/auth/me', () => answer({ user: aUser({ tier, subscription: tier }) }));
};

test('the address is cleaned at once, and the payment is called done when the server says so', async () => {
  const { store, user } = back('success');
  expect(window.location.search).toBe('?x=1');
  expect(await screen.findByRole('dialog', { name: 'Confirming your payment' })).toBeInTheDocument();
  await waitFor(() => expect(looks()).toBeGreaterThan(0));
  expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument();

  pays('basic');
  expect(await screen.findByRole('dialog', { name: 'Welcome to Pro' })).toBeInTheDocument();
  expect(screen.getByText('Thank you, Ada. Your plan is active from now on.')).toBeInTheDocument();
  await waitFor(() => expect(store.getState().session.user?.tier).toBe('basic'));
  await user.click(screen.getByRole('button', { name: 'Start chatting' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('who upgrades from Pro to Premium waits for Premium', async () => {
  sessionStorage.setItem('checkout-plan', 'premium');
  pays('basic');
  back('success', signedIn({ tier: 'basic', subscription: 'basic' }));
  await screen.findByRole('dialog', { name: 'Confirming your payment' });
  await waitFor(() => expect(looks()).toBeGreaterThan(0));
  expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument();
  pays('premium');
  expect(await screen.findByRole('dialog', { name: 'Welcome to Premium' })).toBeInTheDocument();
});

test('who buys what was given for a time waits for the payment, not for the plan', async () => {
  sessionStorage.setItem('checkout-plan', 'premium');
  const granted = { since: '2026-11-01T12:00:00.000Z', paidTier: 'free' as const, ends: null };
  server.on('GET', '/api/stripe/subscription', () => answer(aSubscription({ tier: 'premium', granted })));
  back('success', signedIn({ tier: 'premium', subscription: 'premium' }));
  await waitFor(() => expect(looks()).toBeGreaterThan(1));
  expect(screen.getByRole('dialog', { name: 'Confirming your payment' })).toBeInTheDocument();
  pays('premium');
  expect(await screen.findByRole('dialog', { name: 'Welcome to Premium' })).toBeInTheDocument();
});

test('a payment that takes long is told honestly and can be checked again', async () => {
  jest.useFakeTimers();
  const { store } = back('success');
  try {
    for (let second = 0; second < 40 && !screen.queryByText(/You need not pay again/); second += 1) {
      await act(async () => {
        await jest.advanceTimersByTimeAsync(1000);
      });
    }
    expect(screen.getByText(/You need not pay again/)).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
  const before = looks();
  pays('basic');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByRole('dialog', { name: 'Welcome to Pro' })).toBeInTheDocument();
  expect(store.getState().ui.checkoutOutcome).toBe('success');
  expect(looks()).toBeGreaterThan(before);
});

test('a cancelled checkout is a quiet note, once', async () => {
  const { store } = back('cancelled');
  expect(await screen.findByTestId('toast')).toHaveTextContent('Checkout cancelled. Nothing was charged.');
  expect(window.location.search).toBe('?x=1');
  expect(store.getState().ui.checkoutOutcome).toBeNull();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a word that the payment page never says means nothing', () => {
  const { store } = back('maybe');
  expect(store.getState().ui.checkoutOutcome).toBeNull();
  expect(window.location.search).toBe('?x=1');
});
