import { formatDraft, parseDraft } from '../../../web/features/chat/composer/draft-parts.ts';
import { persistDraft, restoreDraft } from '../../../web/session/persist-draft.ts';
import { storedFileAttached, selectAttachments } from '../../../web/state/attachments-slice.ts';
import {
  askedDraftKey,
  chatCreated,
  draftSet,
  linkedTextSet,
  NEW_CHAT_DRAFT,
  selectDraft,
  selectTypedDraft,
  turnsAdded,
} from '../../../web/state/chat-slice.ts';
import { sessionExpired, signedOut } from '../../../web/state/session-slice.ts';
import { createStore } from '../../../web/state/store.ts';
import { aMessage, aUser } from '../support/builders.ts';

const CHAT = 'a-chat-of-21-letters-';
const opened = (uid = 'u1') => {
  localStorage.setItem('session', JSON.stringify({ token: 't1', user: aUser({ uid }) }));
  localStorage.setItem('chat-storage', JSON.stringify({ currentChatId: CHAT }));
  return createStore(new Date()).store;
};
const leave = (store: ReturnType<typeof opened>) => {
  const stop = persistDraft(store);
  window.dispatchEvent(new Event('pagehide'));
  stop();
};
const asked = (content: string) => aMessage('user', content, { id: 'q1' });
const answered = (errorCode: string | null) => aMessage('assistant', '', { id: 'a1', status: 'error', errorCode });

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('what was not sent', () => {
  test('is in the box again after the payment page', () => {
    const before = opened();
    before.dispatch(draftSet({ key: CHAT, text: 'half a thought' }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(CHAT)(after.getState())).toBe('half a thought');
  });

  test('is in the boxes of all chats again after a reload, not only in that of the open one', () => {
    const before = opened();
    before.dispatch(draftSet({ key: 'another-chat-21-chars', text: 'for another chat' }));
    before.dispatch(draftSet({ key: CHAT, text: 'for this one' }));
    before.dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: 'for a new one' }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    const texts = ['another-chat-21-chars', CHAT, NEW_CHAT_DRAFT].map((key) => selectDraft(key)(after.getState()));
    expect(texts).toEqual(['for another chat', 'for this one', 'for a new one']);
  });

  test('is still of the link that put it there', () => {
    const before = opened();
    before.dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: 'of a link' }));
    before.dispatch(linkedTextSet('of a link'));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(NEW_CHAT_DRAFT)(after.getState())).toBe('of a link');
    expect(selectTypedDraft(NEW_CHAT_DRAFT)(after.getState())).toBe('');
  });

  test('takes the files and the refused questions of other chats along', () => {
    const file = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 5, content: null, visionDescription: null };
    const before = opened();
    before.dispatch(storedFileAttached({ chat: 'with-a-file', uid: 'u1', permanent: false, file }));
    before.dispatch(
      turnsAdded({ chatId: 'refused', turns: [asked('one too many'), answered('USAGE_LIMIT_EXCEEDED')] }),
    );
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectAttachments('with-a-file')(after.getState())).toMatchObject([{ ...file, state: 'ready' }]);
    expect(selectDraft('refused')(after.getState())).toBe('one too many');
  });

  test('is dropped from the oldest on when it is too much: the open chat and the last changed ones stay', () => {
    const before = opened();
    before.dispatch(draftSet({ key: CHAT, text: 'x'.repeat(400_000) }));
    for (const key of ['oldest', 'older', 'newer']) before.dispatch(draftSet({ key, text: 'y'.repeat(60_000) }));
    before.dispatch(draftSet({ key: 'oldest', text: 'changed again' }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    const lengths = [CHAT, 'oldest', 'older', 'newer'].map((key) => selectDraft(key)(after.getState()).length);
    expect(lengths).toEqual([400_000, 13, 0, 60_000]);
  });

  test('is dropped from the oldest on when there are too many', () => {
    const before = opened();
    for (let at = 0; at < 60; at += 1) before.dispatch(draftSet({ key: `chat-${at}`, text: 'a thought' }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(Object.keys(after.getState().chat.drafts)).toEqual(Array.from({ length: 50 }, (_, at) => `chat-${at + 10}`));
  });

  test('is still found as an earlier version of the page stored it', () => {
    sessionStorage.setItem('unsent', JSON.stringify({ uid: 'u1', key: CHAT, text: 'half a thought', files: [] }));
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(CHAT)(after.getState())).toBe('half a thought');
  });

  test('is gone with a sign-out', () => {
    const before = opened();
    before.dispatch(draftSet({ key: 'another-chat-21-chars', text: 'mine' }));
    before.dispatch(signedOut());
    leave(before);
    expect(sessionStorage.getItem('unsent')).toBeNull();
  });

  test('takes no files of somebody whose session the server ended', () => {
    const file = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 5, content: null, visionDescription: null };
    const before = opened();
    before.dispatch(storedFileAttached({ chat: CHAT, uid: 'u1', permanent: false, file }));
    before.dispatch(sessionExpired());
    leave(before);
    expect(sessionStorage.getItem('unsent')).toBeNull();
  });

  test('takes long pasted texts along', () => {
    const text = formatDraft({ typed: 'sum up', pasted: ['one', 'two'] });
    const before = opened();
    before.dispatch(draftSet({ key: CHAT, text }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(parseDraft(selectDraft(CHAT)(after.getState()))).toEqual({ typed: 'sum up', pasted: ['one', 'two'] });
  });

  test('counts a question that a limit refused, for the server has never seen it', () => {
    const before = opened();
    before.dispatch(turnsAdded({ chatId: CHAT, turns: [asked('one too many'), answered('USAGE_LIMIT_EXCEEDED')] }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(CHAT)(after.getState())).toBe('one too many');
  });

  test.each(['error', 'streaming'] as const)('counts a question that no server has named yet (%s)', (status) => {
    const before = opened();
    before.dispatch(
      turnsAdded({ chatId: CHAT, turns: [asked('while the server was away'), { ...answered(null), status }] }),
    );
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(CHAT)(after.getState())).toBe('while the server was away');
    expect(selectDraft(askedDraftKey(CHAT))(after.getState())).toBe('q1');
  });

  test('puts such a question before what was typed after it', () => {
    const before = opened();
    before.dispatch(turnsAdded({ chatId: CHAT, turns: [asked('first'), answered(null)] }));
    before.dispatch(draftSet({ key: CHAT, text: 'second' }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(CHAT)(after.getState())).toBe('first\n\nsecond');
  });

  test('but not a question whose failure the server has kept', () => {
    const before = opened();
    const failed = { ...answered('AI_SERVICE_TIMEOUT'), replyId: 'r1' };
    before.dispatch(turnsAdded({ chatId: CHAT, turns: [asked('kept'), failed] }));
    leave(before);
    expect(sessionStorage.getItem('unsent')).toBeNull();
  });

  test('takes its files along, as far as the server has them', () => {
    const file = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 5, content: null, visionDescription: null };
    const before = opened();
    before.dispatch(storedFileAttached({ chat: CHAT, uid: 'u1', permanent: false, file }));
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectAttachments(CHAT)(after.getState())).toMatchObject([{ ...file, state: 'ready', permanent: false }]);
  });

  test('of a chat that never began stands in the box of a new one', () => {
    const before = opened();
    before.dispatch(chatCreated('another-chat-21-chars'));
    before.dispatch(
      turnsAdded({ chatId: 'another-chat-21-chars', turns: [asked('the first'), answered('USAGE_LIMIT_EXCEEDED')] }),
    );
    leave(before);
    const after = opened();
    restoreDraft(after);
    expect(selectDraft(NEW_CHAT_DRAFT)(after.getState())).toBe('the first');
  });

  test('of a visitor is in the box again after the page was loaded anew, and not in the box of who signs in', () => {
    const before = createStore(new Date()).store;
    before.dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: 'a question without a name' }));
    leave(before);
    const kept = sessionStorage.getItem('unsent') ?? '';
    const after = createStore(new Date()).store;
    restoreDraft(after);
    expect(selectDraft(NEW_CHAT_DRAFT)(after.getState())).toBe('a question without a name');
    sessionStorage.setItem('unsent', kept);
    const signedIn = opened();
    restoreDraft(signedIn);
    expect(selectDraft(NEW_CHAT_DRAFT)(signedIn.getState())).toBe('');
  });

  test('of somebody whose session the server ended is not shown to whoever sits there then', () => {
    localStorage.setItem('session', JSON.stringify({ token: 't1', user: aUser() }));
    const before = createStore(new Date()).store;
    before.dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: 'mine' }));
    before.dispatch(sessionExpired());
    leave(before);
    localStorage.clear();
    const visitor = createStore(new Date()).store;
    restoreDraft(visitor);
    expect(selectDraft(NEW_CHAT_DRAFT)(visitor.getState())).toBe('');
  });

  test('is not shown to anybody else, and only once', () => {
    const before = opened();
    before.dispatch(draftSet({ key: CHAT, text: 'mine' }));
    leave(before);
    const other = opened('u2');
    restoreDraft(other);
    expect(selectDraft(CHAT)(other.getState())).toBe('');
    expect(sessionStorage.getItem('unsent')).toBeNull();
  });
});
