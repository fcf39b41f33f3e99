import { useState } from 'react';

import { adminToastDismissed, tabChosen } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { tabId, tabPanelId, Tabs } from '../../ui/display/tabs.tsx';
import { Toasts } from '../../ui/overlays/toast.tsx';
import styles from './admin-panel.module.css';
import { TABS } from './admin-tabs.tsx';
import { ConfigFooter } from './config/config-footer.tsx';
import { isTabDirty } from './config/dirty-tabs.ts';
import { useTranslations } from './texts.ts';

const NAME = 'admin';
const NO_TOASTS: readonly never[] = [];

/** The tabs with unsaved changes; joined to one string, so that the selector returns an equal value. */
const useDirtyTabs = (): readonly string[] =>
  useAppSelector((state) =>
    TABS.filter(({ id }) => isTabDirty(state, id))
      .map(({ id }) => id)
      .join(' '),
  ).split(' ');

const TabRail = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const tab = useAppSelector(({ admin }) => admin.tab);
  const dirtyTabs = useDirtyTabs();
  return (
    <Tabs
      name={NAME}
      label={t('sections')}
      selected={tab}
      onSelect={(id) => dispatch(tabChosen(id))}
      tabs={TABS.map(({ id, label, icon }) => ({ id, label: t(label), icon, isMarked: dirtyTabs.includes(id) }))}
    />
  );
};

/** Toasts of the page lie under an open dialog, so the panel shows its own. */
const AdminToasts = () => {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(({ admin }) => admin.toast);
  return <Toasts toasts={toast ? [toast] : NO_TOASTS} onDismiss={() => dispatch(adminToastDismissed())} />;
};

interface AdminPanelProps {
  readonly onClose: () => void;
  /** The page has left it already, and may come back. */
  readonly isLeaving?: boolean;
  readonly onStay?: () => void;
}

/** Everything that admins see and set. Closing asks first when something is not saved. */
export const AdminPanel = ({ onClose, isLeaving = false, onStay }: AdminPanelProps) => {
  const t = useTranslations();
  const tab = useAppSelector(({ admin }) => admin.tab);
  const dirty = useAppSelector(({ admin }) => Object.values(admin.drafts).some((draft) => draft !== undefined));
  const Content = TABS.find(({ id }) => id === tab)?.Content;
  const [isConfirmingClose, setConfirmingClose] = useState(false);
  const close = (): void => {
    if (dirty) setConfirmingClose(true);
    else onClose();
  };
  const stay = (): void => {
    setConfirmingClose(false);
    if (isLeaving) onStay?.();
  };
  return (
    <>
      <Dialog title={t('panelTitle')} size="panel" onClose={close}>
        <div className={styles['frame']}>
          <TabRail />
          <div
            key={tab}
            role="tabpanel"
            tabIndex={-1}
            id={tabPanelId(NAME, tab)}
            aria-labelledby={tabId(NAME, tab)}
            className={styles['content']}
          >
            {Content ? <Content /> : null}
          </div>
          <ConfigFooter key={`foot-${tab}`} tab={tab} />
        </div>
        <AdminToasts />
      </Dialog>
      {isConfirmingClose || isLeaving ? (
        <AlertDialog
          title={t('discardTitle')}
          text={t('discardText')}
          action={t('discardAction')}
          onConfirm={onClose}
          onCancel={stay}
        />
      ) : null}
    </>
  );
};
