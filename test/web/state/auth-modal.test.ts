import { modeSet, resetLinkOpened } from '../../../web/state/auth-modal-slice.ts';
import { sessionExpired } from '../../../web/state/session-slice.ts';
import { createStore } from '../../../web/state/store.ts';

afterEach(() => localStorage.clear());

test('a session that ended asks to sign in again, also where the account was made', () => {
  const { store } = createStore();
  store.dispatch(modeSet('register'));
  store.dispatch(sessionExpired());
  expect(store.getState()).toMatchObject({ ui: { authModalOpen: true }, authModal: { mode: 'login', panel: 'enter' } });
});

test('an old session that ended does not take a reset link’s form away', () => {
  const { store } = createStore();
  store.dispatch(resetLinkOpened('the token'));
  store.dispatch(sessionExpired());
  expect(store.getState().authModal).toMatchObject({ panel: 'reset', resetToken: 'the token' });
});
