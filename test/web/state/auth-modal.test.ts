import { modeSet, resetLinkOpened, secondFactorRequiredSet } from '../../../web/state/auth-modal-slice.ts';
import { sessionExpired, sessionSynced, tokenSet } from '../../../web/state/session-slice.ts';
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

test.each([
  ['signs in here', tokenSet('t2')],
  ['signed in in another tab', sessionSynced({ token: 't2', user: null, isTransitioning: false, expiredUid: null })],
])('a second factor that was required of one is not asked of who %s after', (_, signIn) => {
  const { store } = createStore();
  store.dispatch(secondFactorRequiredSet(true));
  store.dispatch(sessionExpired());
  store.dispatch(signIn);
  expect(store.getState().authModal.secondFactorRequired).toBe(false);
});
