import { chatSelected, draftSet, selectDraft } from '../../../web/state/chat-slice.ts';
import { sessionExpired, signedOut, tokenSet, userSet } from '../../../web/state/session-slice.ts';
import { createStore } from '../../../web/state/store.ts';
import { aUser } from '../support/builders.ts';

afterEach(() => localStorage.clear());

const signIn = ({ dispatch }: ReturnType<typeof createStore>['store'], uid: string): void => {
  dispatch(tokenSet(`t of ${uid}`));
  dispatch(userSet(aUser({ uid })));
};

const withDrafts = () => {
  const { store } = createStore(new Date());
  signIn(store, 'u1');
  store.dispatch(chatSelected('here'));
  for (const key of ['here', 'there', 'there edit q1']) store.dispatch(draftSet({ key, text: `for ${key}` }));
  const drafts = () => ['here', 'there', 'there edit q1'].map((key) => selectDraft(key)(store.getState()));
  return { store, drafts };
};

test('the drafts of other chats are there again when the same person signs in after the end of a session', () => {
  const { store, drafts } = withDrafts();
  store.dispatch(sessionExpired());
  expect(drafts()).toEqual(['', '', '']);
  signIn(store, 'u1');
  expect(drafts()).toEqual(['', 'for there', 'for there edit q1']);
  expect(store.getState().ui.pendingMessage).toBe('for here');
});

test('nobody else sees them, then or later', () => {
  const { store, drafts } = withDrafts();
  store.dispatch(sessionExpired());
  signIn(store, 'u2');
  store.dispatch(sessionExpired());
  signIn(store, 'u1');
  expect(drafts()).toEqual(['', '', '']);
});

test('a sign-out leaves none', () => {
  const { store, drafts } = withDrafts();
  store.dispatch(signedOut());
  signIn(store, 'u1');
  expect(drafts()).toEqual(['', '', '']);
});
