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
  trialReplyChanged,
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

describe('a trial in two tabs', () => {
  const exchange = (id: string) => ({
    question: aMessage('user', `Question ${id}`, { id: `q-${id}` }),
    reply: aMessage('assistant', '', { id: `a-${id}`, status: 'streaming' }),
    today: '2026-11-21',
  });
  const ids = ({ messages }: { readonly messages?: unknown }) =>
    Array.isArray(messages) ? messages.map(({ id }: { readonly id: string }) => id) : [];

  test('keeps what was sent in either', () => {
    const [one, other] = [open(), open()];
    one.dispatch(trialSent(exchange('1')));
    other.dispatch(trialSent(exchange('2')));
    one.dispatch(trialReplyChanged({ id: 'a-1', content: 'Yes.', status: 'complete' }));
    expect(ids(stored('trial-storage'))).toEqual(['q-1', 'a-1', 'q-2', 'a-2']);
    expect(open().getState().trial.messages[1]).toMatchObject({ content: 'Yes.', status: 'complete' });
  });

  test('shows in one what is sent in the other', () => {
    const [one, other] = [open(), open()];
    one.dispatch(trialSent(exchange('1')));
    const [key, newValue] = ['trial-storage', localStorage.getItem('trial-storage')];
    other.dispatch(trialSent(exchange('2')));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue })); // of the first; the second came meanwhile
    expect(ids(one.getState().trial)).toEqual(['q-1', 'a-1', 'q-2', 'a-2']);
    expect(other.getState().trial).toEqual(one.getState().trial);
  });

  /** Each tab writes before it sees what the other wrote; the second is stored last, and both are told afterwards. */
  const writeAtOnce = (writes: readonly (() => void)[]): void => {
    const key = 'trial-storage';
    const before = localStorage.getItem(key);
    const written = writes.map((write) => {
      if (before === null) localStorage.removeItem(key);
      else localStorage.setItem(key, before);
      write();
      return localStorage.getItem(key);
    });
    for (const newValue of written) window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  };

  test('keeps what both send at the same moment, and counts both', () => {
    const [one, other] = [open(), open()];
    one.dispatch(trialSent(exchange('0')));
    writeAtOnce([() => one.dispatch(trialSent(exchange('1'))), () => other.dispatch(trialSent(exchange('2')))]);
    const all = ['q-0', 'a-0', 'q-1', 'a-1', 'q-2', 'a-2'];
    expect([...ids(stored('trial-storage'))].sort()).toEqual([...all].sort());
    expect([...ids(one.getState().trial)].sort()).toEqual([...all].sort());
    expect(other.getState().trial).toMatchObject({ messagesUsed: 3 });
    one.dispatch(trialReplyChanged({ id: 'a-1', content: 'Yes.', status: 'complete' }));
    other.dispatch(trialReplyChanged({ id: 'a-2', content: 'No.', status: 'complete' }));
    const texts = open()
      .getState()
      .trial.messages.filter(({ content }) => /Yes|No/.test(content));
    expect(texts).toHaveLength(2);
  });

  test('keeps both answers that end at the same moment', () => {
    const [one, other] = [open(), open()];
    one.dispatch(trialSent(exchange('1')));
    other.dispatch(trialSent(exchange('2')));
    writeAtOnce([
      () => one.dispatch(trialReplyChanged({ id: 'a-1', content: 'Yes.', status: 'complete' })),
      () => other.dispatch(trialReplyChanged({ id: 'a-2', content: 'No.', status: 'complete' })),
    ]);
    for (const { messages } of [open().getState().trial, one.getState().trial, other.getState().trial])
      expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
        'Yes.',
        'No.',
      ]);
  });

  test('is emptied in both by New Chat, and stays so', () => {
    const [one, other] = [open(), open()];
    one.dispatch(trialSent(exchange('1')));
    other.dispatch(trialCleared());
    one.dispatch(trialReplyChanged({ id: 'a-1', status: 'complete' }));
    expect([ids(one.getState().trial), ids(stored('trial-storage'))]).toEqual([[], []]);
  });

  test('goes on in memory where the storage is full', () => {
    const store = open();
    store.dispatch(trialSent(exchange('1')));
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('The quota is exceeded.');
    });
    store.dispatch(trialSent(exchange('2')));
    store.dispatch(trialReplyChanged({ id: 'a-2', status: 'complete' }));
    full.mockRestore();
    expect(ids(store.getState().trial)).toEqual(['q-1', 'a-1', 'q-2', 'a-2']);
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

  test('counts what is sent in all tabs', () => {
    const [one, other] = [open(), open()];
    one.dispatch(trialSent(send));
    other.dispatch(trialSent(send));
    expect([other.getState().trial.messagesUsed, stored('trial-storage')['messagesUsed']]).toEqual([2, 2]);
  });

  test('a blank text never becomes pending', () => {
    const store = open();
    store.dispatch(pendingMessageSet('first'));
    store.dispatch(pendingMessageSet('  '));
    expect(store.getState().ui.pendingMessage).toBe('first');
  });
});
