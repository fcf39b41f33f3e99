import {
  isTrackingDisabled,
  ANALYTICS_EVENT,
  setAnalyticsSink,
  trackEvent,
  type AnalyticsEvent,
} from '../../../web/lib/analytics.ts';
import { trackUpload } from '../../../web/lib/track-upload.ts';
import { createStore } from '../../../web/state/store.ts';
import { turnsAdded } from '../../../web/state/chat-slice.ts';
import { trialSent } from '../../../web/state/trial-slice.ts';
import { accountsApi } from '../../../web/features/accounts/accounts-api.ts';
import { aMessage, aUser } from '../support/builders.ts';
import { answer, FakeServer } from '../support/fake-server.ts';

const layer = () => Reflect.get(window, 'dataLayer') as unknown[] | undefined;
const refusing = (name: 'doNotTrack' | 'globalPrivacyControl', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

afterEach(() => {
  Reflect.deleteProperty(window, 'dataLayer');
  Reflect.deleteProperty(navigator, 'doNotTrack');
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  setAnalyticsSink(null);
});

test('an event is an entry of dataLayer and a DOM event, beside what others have put there', () => {
  Reflect.set(window, 'dataLayer', [{ event: 'theirs' }]);
  const heard: unknown[] = [];
  const listener = (event: Event): void => {
    heard.push((event as CustomEvent).detail);
  };
  window.addEventListener(ANALYTICS_EVENT, listener);
  trackEvent({ name: 'error', code: 'X' });
  window.removeEventListener(ANALYTICS_EVENT, listener);
  expect(layer()).toEqual([{ event: 'theirs' }, { event: 'error', code: 'X' }]);
  expect(heard).toEqual([{ name: 'error', code: 'X' }]);
});

test.each([
  ['doNotTrack', '1', true],
  ['globalPrivacyControl', true, true],
  ['doNotTrack', '0', false],
  ['globalPrivacyControl', false, false],
] as const)('a browser with %s %p is counted or not as it asks', (name, value, uncounted) => {
  refusing(name, value);
  expect(isTrackingDisabled()).toBe(uncounted);
  trackEvent({ name: 'error', code: 'X' });
  expect(layer()?.length ?? 0).toBe(uncounted ? 0 : 1);
});

test('another sink takes the default’s place, and one that breaks harms nobody', () => {
  const events: AnalyticsEvent[] = [];
  setAnalyticsSink((event) => {
    events.push(event);
    throw new Error('broken');
  });
  trackUpload({ type: 'application/pdf', size: 2_000_000 });
  trackUpload({ type: 'image/png', size: 10 });
  trackUpload({ type: 'application/zip', size: 1e9 });
  expect(events.map((event) => Object.values(event))).toEqual([
    ['file_upload', 'pdf', 'up to 10 MB'],
    ['file_upload', 'image', 'up to 100 KB'],
    ['file_upload', 'document', 'over 100 MB'],
  ]);
  expect(layer()).toBeUndefined();
});

test('the page tells messages, sign-ins, trials and refusals without any content', async () => {
  const server = new FakeServer()
    .on('POST', '/api/auth/login', ({ body }) =>
      body['password'] === 'right'
        ? answer({ token: 't', user: aUser({ tier: 'premium' }) })
        : answer({ error: 'Login failed', code: 'UNAUTHORIZED' }, 401),
    )
    .install();
  const { store, stop } = createStore();
  const question = aMessage('user', 'SECRET question');
  const reply = aMessage('assistant', '', { messageMode: { isAgent: true, agentType: 'code_agent' } });
  store.dispatch(turnsAdded({ chatId: 'c', turns: [question, reply] }));
  store.dispatch(turnsAdded({ chatId: 'c', turns: [reply] })); // another version of an answer is no message
  store.dispatch(trialSent({ question, reply: aMessage('assistant', ''), today: '2026-11-21' }));
  for (const password of ['wrong', 'right'])
    await store.dispatch(accountsApi.endpoints.login.initiate({ email: 'secret@example.org', password }));
  expect(layer()).toEqual([
    { event: 'chat_message', mode: 'code_agent', tier: 'none' },
    { event: 'freemium_trial', mode: 'standard', used: 1 },
    { event: 'error', code: 'UNAUTHORIZED' },
    { event: 'sign_in', method: 'email', tier: 'premium' },
  ]);
  expect(JSON.stringify(layer())).not.toMatch(/secret/i);
  for (const end of stop) end();
  server.restore();
});
