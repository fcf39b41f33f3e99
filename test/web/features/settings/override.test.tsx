import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { authHeaders } from '../../../../web/session/auth-headers.ts';
import { billingApi } from '../../../../web/features/billing/billing-api.ts';
import { buildMessageBody } from '../../../../web/features/chat/engine/request-body.ts';
import { AssistantsSetting } from '../../../../web/features/settings/assistants-setting.tsx';
import { OverrideSetting } from '../../../../web/features/settings/override-setting.tsx';
import { BrowserEnvContext } from '../../../../web/lib/browser-env.ts';
import { userRefreshed } from '../../../../web/state/session-slice.ts';
import { createStore } from '../../../../web/state/store.ts';
import { someUsage } from '../../support/billing.ts';
import { aMessage, aUser, NOW } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { aServer, FakePage, openSettings, signedIn, startApp } from '../../support/start-app.tsx';
import type { OverrideType } from '../../../../src/shared/tiers.ts';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
});
afterEach(() => server.restore());

const acting = (overrideType: OverrideType) =>
  aUser({ isAdmin: true, override: { enabled: true, overrideType, expiresAt: '2026-11-22T10:00:00.000Z' } });

const start = (user = aUser({ isAdmin: true }), part = <OverrideSetting />) => {
  for (const [key, value] of Object.entries(signedIn())) localStorage.setItem(key, JSON.stringify(value));
  const { store } = createStore(NOW);
  store.dispatch(userRefreshed(user));
  const page = new FakePage();
  render(
    <Provider store={store}>
      <BrowserEnvContext value={page}>{part}</BrowserEnvContext>
    </Provider>,
  );
  return { store, page, user: userEvent.setup({ delay: null }) };
};
const calls = () => server.calls('POST', '/api/admin/temp-subscription-override').map(({ body }) => body);

test('switching the override on tells the server and loads the page again', async () => {
  server.on('POST', '/api/admin/temp-subscription-override', () =>
    answer({ success: true, override: { enabled: true, overrideType: 'premium', expiresAt: null } }),
  );
  const { user, page } = start();
  expect(screen.getByLabelText('Override type')).toHaveDisplayValue('Unlimited');
  await user.selectOptions(screen.getByLabelText('Override type'), 'Premium');
  expect(calls()).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'Admin override' }));
  await waitFor(() => expect(page.reloads).toBe(1));
  expect(calls()).toEqual([{ enabled: true, overrideType: 'premium' }]);
});

test('switching it off sends only that, and another type acts at once', async () => {
  server.on('POST', '/api/admin/temp-subscription-override', () =>
    answer({ success: true, override: { enabled: false, overrideType: null, expiresAt: null } }),
  );
  const { user, page } = start(acting('basic'));
  expect(screen.getByRole('checkbox')).toBeChecked();
  await user.selectOptions(screen.getByLabelText('Override type'), 'Free');
  await waitFor(() => expect(page.reloads).toBe(1));
  await user.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(page.reloads).toBe(2));
  expect(calls()).toEqual([{ enabled: true, overrideType: 'free' }, { enabled: false }]);
});

test('a failure is only logged', async () => {
  server.on('POST', '/api/admin/temp-subscription-override', () => answer({ error: 'no' }, 500));
  const { user, page } = start();
  await user.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(page.logged).toHaveLength(1));
  expect(page.reloads).toBe(0);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

test('the server says whether an override is on, whatever this machine remembered', () => {
  localStorage.setItem('feature-flags', JSON.stringify({ adminOverrideEnabled: true, adminOverrideType: 'standard' }));
  const { store } = start();
  expect(store.getState().flags).toMatchObject({ adminOverrideEnabled: false, adminOverrideType: 'unlimited' });
});

test('while it is on, replies and usage carry the headers, the account and admin calls do not', async () => {
  server.on('GET', '/api/ai/usage', () => answer(someUsage())).on('GET', '/api/plans', () => answer({}));
  const { store } = start(acting('basic'));
  const told = { 'X-Admin-Override-Enabled': 'true', 'X-Admin-Override-Type': 'basic' };
  expect(authHeaders(store.getState())).toMatchObject(told);
  await store.dispatch(billingApi.endpoints.usage.initiate());
  await store.dispatch(billingApi.endpoints.plans.initiate());
  expect(server.calls('GET', '/api/ai/usage')[0]?.headers.get('X-Admin-Override-Type')).toBe('basic');
  expect(server.calls('GET', '/api/plans')[0]?.headers.get('X-Admin-Override-Type')).toBeNull();
});

test('an override that ends while the page is open is shown no longer', async () => {
  const admin = acting('basic');
  server = aServer().on('GET', '/api/auth/me', () => answer({ user: admin }));
  const { user, page, store } = startApp({ stored: signedIn(admin) });
  await openSettings(user, 'Account');
  expect(await screen.findByText(/^Override Active/)).toBeInTheDocument();
  server.on('GET', '/api/auth/me', () => answer({ user: aUser({ isAdmin: true }) }));
  act(() => {
    page.moveTo(new Date('2026-11-22T10:01:00.000Z'));
    window.dispatchEvent(new Event('focus'));
  });
  await waitFor(() => expect(screen.queryByText(/^Override Active/)).toBeNull());
  expect(authHeaders(store.getState())).not.toHaveProperty('X-Admin-Override-Enabled');
});

describe('the body of a send', () => {
  const ask = {
    isTemporary: false,
    isStored: true,
    chatId: 'c'.repeat(21),
    question: aMessage('user', 'Hi'),
    replyMessageId: 'r',
    history: [],
    placed: true,
  };
  const choices = { currentModel: 'chosen', currentPersonality: 'default', legacyModel: null };
  const none = { adminOverrideEnabled: false, adminOverrideType: 'unlimited' } as const;

  test.each(['unlimited', 'premium'] as const)('names the override %s', (adminOverrideType) => {
    expect(buildMessageBody(ask, choices, { adminOverrideEnabled: true, adminOverrideType })).toMatchObject({
      adminOverride: { enabled: true, overrideType: adminOverrideType },
    });
  });

  test.each(['basic', 'free'] as const)('leaves the override %s to the headers', (adminOverrideType) => {
    expect(buildMessageBody(ask, choices, { adminOverrideEnabled: true, adminOverrideType })).not.toHaveProperty(
      'adminOverride',
    );
  });

  test('has the chosen model, or the legacy one over it', () => {
    expect(buildMessageBody(ask, choices, none).model).toBe('chosen');
    expect(buildMessageBody(ask, { ...choices, legacyModel: 'old' }, none).model).toBe('old');
  });
});

describe('experimental chat assistants', () => {
  test('are chosen on Premium', async () => {
    const { store, user } = start(
      aUser({ tier: 'premium' }),
      <AssistantsSetting user={aUser({ tier: 'premium' })} onPlans={null} />,
    );
    await user.click(screen.getByRole('radio', { name: /Tutor/ }));
    expect(store.getState().chat.currentPersonality).toBe('tutor');
  });

  test('are shown locked to everybody else', () => {
    start(aUser(), <AssistantsSetting user={aUser()} onPlans={() => undefined} />);
    expect(screen.getByRole('radio', { name: /Default/ })).toBeChecked();
    for (const name of [/Creative/, /Coder/, /Tutor/, /Analyst/, /Concise/, /My own/])
      expect(screen.getByRole('radio', { name })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'See plans' })).toBeInTheDocument();
  });
});
