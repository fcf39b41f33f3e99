import {
  chatCreated,
  chatRemoved,
  chatsCleared,
  chatSelected,
  chatSlice,
  chatStored,
  draftSet,
  persistedChat,
  restoreChat,
  selectDraft,
  selectLocalTurns,
  titleEnded,
  titleStarted,
  turnChanged,
  turnsAdded,
  turnsRemoved,
} from '../../../web/state/chat-slice.ts';
import { sessionExpired, signedOut } from '../../../web/state/session-slice.ts';
import { aMessage } from '../features/chat/support/a-turn.ts';

const after = (...actions: readonly Parameters<typeof chatSlice.reducer>[1][]) =>
  actions.reduce(chatSlice.reducer, restoreChat({}));

test('it begins with the product’s defaults', () => {
  expect(restoreChat({})).toMatchObject({
    currentChatId: null,
    currentPersonality: 'default',
    currentModel: 'moonshotai/kimi-k2-instruct',
    isStreaming: false,
    generatingTitles: [],
    agentMode: false,
    agentType: 'auto_agent',
  });
});

test('what is kept comes back, and words of another version fall to their defaults', () => {
  const kept = persistedChat(after(chatSelected('c1')));
  expect(kept).toEqual({
    currentChatId: 'c1',
    currentPersonality: 'default',
    currentModel: 'moonshotai/kimi-k2-instruct',
    agentMode: false,
    agentType: 'auto_agent',
  });
  expect(restoreChat({ ...kept, agentType: 'old_agent', agentMode: 'yes' })).toMatchObject({
    currentChatId: 'c1',
    agentType: 'auto_agent',
    agentMode: false,
  });
});

test('a chat that the server does not know yet is not kept over a reload', () => {
  expect(persistedChat(after(chatCreated('c1'))).currentChatId).toBeNull();
  expect(persistedChat(after(chatCreated('c1'), chatStored('c1'))).currentChatId).toBe('c1');
});

test('drafts and turns belong to their chat and go with it', () => {
  const state = after(
    draftSet({ key: 'c1', text: 'typed' }),
    turnsAdded({ chatId: 'c1', turns: [aMessage('q1', 'Hi')] }),
    titleStarted('c1'),
  );
  expect(selectDraft('c1')({ chat: state })).toBe('typed');
  expect(selectDraft('c2')({ chat: state })).toBe('');
  const gone = chatSlice.reducer(state, chatRemoved('c1'));
  expect([gone.drafts, gone.localTurns, gone.generatingTitles]).toEqual([{}, {}, []]);
});

test('a turn added again takes the old one’s place, and leaves when it is dropped', () => {
  const state = after(
    turnsAdded({ chatId: 'c1', turns: [aMessage('q1', 'Hi'), aMessage('a1', '')] }),
    turnChanged({ chatId: 'c1', id: 'a1', content: 'Hello', status: 'stopped' }),
    turnsAdded({ chatId: 'c1', turns: [aMessage('q1', 'Hi')] }),
  );
  expect(selectLocalTurns('c1')({ chat: state }).map(({ id, content }) => [id, content])).toEqual([
    ['a1', 'Hello'],
    ['q1', 'Hi'],
  ]);
  const dropped = chatSlice.reducer(state, turnsRemoved({ chatId: 'c1', ids: ['a1', 'q1'] }));
  expect(dropped.localTurns).toEqual({});
  expect(selectLocalTurns(null)({ chat: state })).toEqual([]);
});

test('titles being made are a set', () => {
  expect(after(titleStarted('c1'), titleStarted('c1'), titleStarted('c2'), titleEnded('c1')).generatingTitles).toEqual([
    'c2',
  ]);
});

test('clearing all chats starts the agent over at reasoning', () => {
  expect(after(chatSelected('c1'), draftSet({ key: 'c1', text: 'x' }), chatsCleared())).toMatchObject({
    currentChatId: null,
    drafts: {},
    agentType: 'reasoning_agent',
  });
});

test('nothing of a person stays when the session ends', () => {
  for (const end of [signedOut(), sessionExpired()]) {
    expect(after(chatSelected('c1'), draftSet({ key: 'c1', text: 'mine' }), end)).toEqual(restoreChat({}));
  }
});
