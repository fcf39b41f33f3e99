import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector, useStore } from 'react-redux';

import { api } from '../lib/api.ts';
import { analyticsMiddleware } from './analytics-middleware.ts';
import { syncWithOtherTabs } from './tab-sync.ts';
import { persistenceMiddleware, restoreState } from './persistence.ts';
import { rootReducer, type RootState } from './root-reducer.ts';
import { sessionEndMiddleware } from './session-end-middleware.ts';

/** Whether Redux looks for changed and for unserializable state with each action. The build never does. */
export interface StateChecks {
  readonly immutableCheck: boolean;
  readonly serializableCheck: boolean;
}

/** The page's store as it was left on this machine; `now` is the reader's clock. */
export const createStore = (now: Date = new Date(), checks?: StateChecks) => {
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: restoreState(now),
    middleware: (defaults) =>
      defaults(checks).concat(api.middleware, sessionEndMiddleware, persistenceMiddleware, analyticsMiddleware),
  });
  return { store, stop: [setupListeners(store.dispatch), syncWithOtherTabs(store)] };
};

export type AppStore = ReturnType<typeof createStore>['store'];
export type AppDispatch = AppStore['dispatch'];
export type Thunk<T = void> = (dispatch: AppDispatch, getState: () => RootState) => T;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppStore = useStore.withTypes<AppStore>();
