import { artifactDraftKey, carryDrafts, editDraftKey } from '../../../../web/screens/chat/carry-drafts.ts';
import { draftSet, selectDraft } from '../../../../web/state/chat-slice.ts';
import { createStore } from '../../../../web/state/store.ts';
import { aUser } from '../../support/builders.ts';

const CHAT = 'a-chat-of-21-letters-';
const opened = (uid = 'u1') => {
  localStorage.setItem('session', JSON.stringify({ token: 't1', user: aUser({ uid }) }));
  const { store } = createStore(new Date());
  carryDrafts(store);
  return store;
};
const KEYS = [editDraftKey(CHAT, 'q1'), artifactDraftKey(CHAT, 'x')];

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('edited questions and artifacts survive a reload, for the same person and once', () => {
  const before = opened();
  for (const key of [...KEYS, CHAT]) before.dispatch(draftSet({ key, text: `of ${key}` }));
  window.dispatchEvent(new Event('pagehide'));
  const texts = (store: typeof before) => [...KEYS, CHAT].map((key) => selectDraft(key)(store.getState()));
  const kept = sessionStorage.getItem('unsaved-edits') ?? '';
  expect(texts(opened())).toEqual([...KEYS.map((key) => `of ${key}`), '']);
  expect(sessionStorage.getItem('unsaved-edits')).toBeNull();
  sessionStorage.setItem('unsaved-edits', kept);
  expect(texts(opened('u2'))).toEqual(['', '', '']);
});
