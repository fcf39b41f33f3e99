import { jest } from '@jest/globals';

import { chatSelected, draftSet } from '../../../web/state/chat-slice.ts';
import {
  sessionSynced,
  sessionExpired,
  signedOut,
  tokenSet,
  userRefreshed,
  userSet,
} from '../../../web/state/session-slice.ts';
import { createStore } from '../../../web/state/store.ts';
import {
  trialDayChecked,
  trialCleared,
  trialExhausted,
  trialMessageRefunded,
  trialSent,
} from '../../../web/state/trial-slice.ts';
import { pendingMessageSet, sidebarSet, themeSet } from '../../../web/state/ui-slice.ts';
import { aMessage, aUser, NOW } from '../support/builders.ts';
import { stored } from '../support/start-app.tsx';

const ends: (() => void)[] = [];
const open = (now = NOW) => {
  const { store, stop } = createStore(now);
  ends.push(...stop);
  return store;
};
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

describe('what the page keeps', () => {
  test('comes back after a reload', () => {
    const store = open();
    store.dispatch(tokenSet('t1'));
    store.dispatch(userSet(aUser()));
    store.dispatch(themeSet('dark'));
    store.dispatch(chatSelected('c1'));
    const { session, ui, chat } = open().getState();
    expect(session).toMatchObject({ token: 't1', user: { uid: 'u1' }, isTransitioning: false });
    expect(ui.theme).toBe('dark');
    expect(chat.currentChatId).toBe('c1');
  });

  test('of the page’s own state is exactly five fields', () => {
    open().dispatch(sidebarSet(true));
    expect(Object.keys(stored('ui-storage')).sort()).toEqual([
      'documentLayout',
      'sidebarOpen',
      'theme',
      'themeSkin',
      'viewMode',
    ]);
  });

  test('does not include what is pending or typed', () => {
    const store = open();
    store.dispatch(pendingMessageSet('later'));
    store.dispatch(draftSet({ key: 'new', text: 'half' }));
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/later|half/);
  });

  test.each([
    [
      'ui-storage',
      '{"theme":"pink","sidebarOpen":"yes","viewMode":3}',
      { ui: { theme: 'light', sidebarOpen: false, viewMode: 'chat' } },
    ],
    ['session', '{"token":5,"user":{}}', { session: { token: null, user: null } }],
    ['session', 'not json', { session: { token: null } }],
    ['trial-storage', '{"messages":[{"id":"x"},5],"messagesUsed":-1}', { trial: { messages: [], messagesUsed: 0 } }],
    [
      'feature-flags',
      '{"adminOverrideEnabled":true,"adminOverrideType":"standard"}',
      { flags: { adminOverrideEnabled: true, adminOverrideType: 'unlimited' } },
    ],
  ])('%s with %s does no harm', (key, text, expected) => {
    localStorage.setItem(key, text);
    expect(open().getState()).toMatchObject(expected);
  });

  test('looks at what an action changed, and at nothing else', () => {
    const store = open();
    store.dispatch(sidebarSet(true));
    const stringify = jest.spyOn(JSON, 'stringify');
    store.dispatch(sidebarSet(false));
    expect(stringify.mock.calls.every(([part]) => 'sidebarOpen' in part)).toBe(true);
    expect(stringify).toHaveBeenCalled();
    stringify.mockRestore();
    expect(stored('ui-storage')).toMatchObject({ sidebarOpen: false });
  });

  test('is nothing after signing out', () => {
    const store = open();
    store.dispatch(tokenSet('t1'));
    store.dispatch(themeSet('dark'));
    store.dispatch(signedOut());
    expect(localStorage).toHaveLength(0);
    expect(store.getState().session.token).toBeNull();
  });
});

test('what an action changed is frozen, so that nothing but another action changes it', () => {
  const store = open();
  store.dispatch(draftSet({ key: 'new', text: 'half' }));
  const { drafts } = store.getState().chat;
  expect(() => Reflect.apply(Object.assign, null, [drafts, { new: 'other' }])).toThrow(TypeError);
  expect(Object.isFrozen(store.getState().chat)).toBe(true);
});

describe('the end of a session', () => {
  test('keeps what was typed as pending, and the chat to come back to', () => {
    const store = open();
    store.dispatch(tokenSet('t1'));
    store.dispatch(userSet(aUser()));
    store.dispatch(chatSelected('c1'));
    store.dispatch(draftSet({ key: 'c1', text: 'half a thought' }));
    store.dispatch(sessionExpired());
    expect(store.getState()).toMatchObject({
      session: { token: null, user: null, expiredUid: 'u1' },
      ui: { pendingMessage: 'half a thought', authModalOpen: true },
      chat: { currentChatId: 'c1' },
    });
  });

  test('a late answer about the account brings nobody back', () => {
    const store = open();
    store.dispatch(userRefreshed(aUser()));
    expect(store.getState().session.user).toBeNull();
  });

  test('another tab’s session is taken over whole', () => {
    const store = open();
    store.dispatch(
      sessionSynced({ token: 't2', user: aUser({ uid: 'u2' }), isTransitioning: false, expiredUid: null }),
    );
    expect(stored('session')).toMatchObject({ token: 't2', user: { uid: 'u2' } });
  });
});

describe('the trial’s counter', () => {
  const send = { question: aMessage('user', 'Hi'), reply: aMessage('assistant', ''), today: '2026-11-21' };

  test('counts sends, gives back, and starts over on another day', () => {
    const store = open();
    store.dispatch(trialSent(send));
    store.dispatch(trialSent(send));
    store.dispatch(trialMessageRefunded());
    expect(store.getState().trial.messagesUsed).toBe(1);
    store.dispatch(trialDayChecked('2026-11-22'));
    expect(store.getState().trial).toMatchObject({ messagesUsed: 0, lastResetDate: '2026-11-22' });
    store.dispatch(trialSent({ ...send, today: '2026-11-23' }));
    expect(store.getState().trial.messagesUsed).toBe(1);
  });

  test('stands at its maximum once the server has said so, and New Chat does not lower it', () => {
    const store = open();
    store.dispatch(trialSent(send));
    store.dispatch(trialExhausted({ limit: 3, today: '2026-11-21' }));
    store.dispatch(trialCleared());
    expect(store.getState().trial).toMatchObject({ messagesUsed: 3, messages: [] });
  });

  test('a blank text never becomes pending', () => {
    const store = open();
    store.dispatch(pendingMessageSet('first'));
    store.dispatch(pendingMessageSet('  '));
    expect(store.getState().ui.pendingMessage).toBe('first');
  });
});
