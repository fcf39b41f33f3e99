import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import type { User } from '../../../../../src/contract/common.ts';
import { AdminPanel } from '../../../../../web/features/admin/admin-panel.tsx';
import { adminLeft, tabChosen, type AdminTab } from '../../../../../web/state/admin-slice.ts';
import { createStore } from '../../../../../web/state/store.ts';
import { NOW } from '../../../support/builders.ts';
import { signedIn } from '../../../support/start-app.tsx';
import { NO_CHECKS } from '../../../support/state-checks.ts';

/**
 * The panel of a signed-in admin at one of its tabs, without the page around it; `closed` tells how often it was left.
 */
export const startPanel = (tab: AdminTab, user: Partial<User> = { isAdmin: true }) => {
  for (const [key, value] of Object.entries(signedIn(user))) localStorage.setItem(key, JSON.stringify(value));
  const { store } = createStore(NOW, NO_CHECKS);
  store.dispatch(tabChosen(tab));
  const closed: true[] = [];
  const close = (): void => {
    closed.push(true);
    store.dispatch(adminLeft());
  };
  render(
    <Provider store={store}>
      <AdminPanel onClose={close} />
    </Provider>,
  );
  return {
    store,
    closed,
    user: userEvent.setup({ delay: null }),
    go: (to: AdminTab) =>
      act(() => {
        store.dispatch(tabChosen(to));
      }),
  };
};

export const panel = () => screen.getByRole('dialog', { name: 'Admin Panel' });
export const inPanel = () => within(panel());
