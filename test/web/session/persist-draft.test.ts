import { formatDraft, parseDraft } from '../../../web/features/chat/composer/draft-parts.ts';
import { persistDraft, restoreDraft } from '../../../web/session/persist-draft.ts';
import { storedFileAttached, selectAttachments } from '../../../web/state/attachments-slice.ts';
import { chatCreated, draftSet, NEW_CHAT_DRAFT, selectDraft, turnsAdded } from '../../../web/state/chat-slice.ts';
import { sessionExpired } from '../../../web/state/session-slice.ts';
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

  test('but not a question whose failure the server has kept', () => {
    const before = opened();
    before.dispatch(turnsAdded({ chatId: CHAT, turns: [asked('kept'), answered('AI_SERVICE_TIMEOUT')] }));
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
