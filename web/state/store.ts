import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector, useStore } from 'react-redux';

import { api } from '../lib/api.ts';
import { analytics } from './analytics.ts';
import { followOtherTabs } from './other-tabs.ts';
import { persistence, restored } from './persistence.ts';
import { rootReducer, type RootState } from './root.ts';
import { sessionFollow } from './session-follow.ts';

/** The page's store as it was left on this machine; `now` is the reader's clock. */
export const makeStore = (now: Date = new Date()) => {
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: restored(now),
    middleware: (defaults) => defaults().concat(api.middleware, sessionFollow, persistence, analytics),
  });
  return { store, stop: [setupListeners(store.dispatch), followOtherTabs(store)] };
};

export type AppStore = ReturnType<typeof makeStore>['store'];
export type AppDispatch = AppStore['dispatch'];

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<AppStore>();
