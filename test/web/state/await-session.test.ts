import { awaitSession } from '../../../web/state/await-session.ts';
import { signedOut, tokenSet, userSet } from '../../../web/state/session-slice.ts';
import { createStore } from '../../../web/state/store.ts';
import { aUser } from '../support/builders.ts';

afterEach(() => localStorage.clear());

const signedIn = () => {
  const { store } = createStore(new Date());
  store.dispatch(tokenSet('t1'));
  store.dispatch(userSet(aUser({ uid: 'u1' })));
  return store;
};

test.each([
  ['u1', true],
  ['u2', false],
])('after the end of a session it tells whether the next one is of the same person (%s)', async (uid, isSame) => {
  const store = signedIn();
  const next = awaitSession(store, 't1');
  expect(store.getState().session).toMatchObject({ token: null, expiredUid: 'u1' });
  store.dispatch(tokenSet('t2'));
  store.dispatch(userSet(aUser({ uid })));
  expect(await next).toBe(isSame);
});

test('a session that was renewed in the meantime is not ended', async () => {
  const store = signedIn();
  expect(await awaitSession(store, 'an older one')).toBe(true);
  expect(store.getState().session.token).toBe('t1');
});

test('nobody is waited for after a sign-out', async () => {
  const store = signedIn();
  const next = awaitSession(store, 't1');
  store.dispatch(signedOut());
  expect(await next).toBe(false);
});
