import { useState } from 'react';

import { adminToastGone, tabChosen } from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { tabId, tabPanelId, Tabs } from '../../ui/tabs.tsx';
import { Toasts } from '../../ui/toast.tsx';
import styles from './admin-panel.module.css';
import { TabContent, TABS } from './admin-tabs.tsx';
import { Footer } from './footer.tsx';
import { isTabDirty } from './tab-marks.ts';
import { useTexts } from './texts.ts';

const NAME = 'admin';
const NOTHING: readonly never[] = [];

/** Which tabs hold something unsaved, as one text so that the selector's answer stays the same. */
const useMarks = (): readonly string[] =>
  useAppSelector((state) =>
    TABS.filter(({ id }) => isTabDirty(state, id))
      .map(({ id }) => id)
      .join(' '),
  ).split(' ');

const Rail = () => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const tab = useAppSelector(({ admin }) => admin.tab);
  const marks = useMarks();
  return (
    <Tabs
      name={NAME}
      label={t('sections')}
      selected={tab}
      onSelect={(id) => dispatch(tabChosen(id))}
      tabs={TABS.map(({ id, label, icon }) => ({ id, label: t(label), icon, marked: marks.includes(id) }))}
    />
  );
};

/** Toasts of the page lie under an open dialog, so the panel shows its own. */
const Told = () => {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(({ admin }) => admin.toast);
  return <Toasts toasts={toast ? [toast] : NOTHING} onGone={() => dispatch(adminToastGone())} />;
};

/** Everything that admins see and set. Closing asks first when something is not saved. */
export const AdminPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts();
  const tab = useAppSelector(({ admin }) => admin.tab);
  const dirty = useAppSelector(({ admin }) => Object.values(admin.drafts).some((draft) => draft !== undefined));
  const [leaving, setLeaving] = useState(false);
  const close = (): void => {
    if (dirty) setLeaving(true);
    else onClose();
  };
  return (
    <>
      <Dialog title={t('panelTitle')} size="panel" onClose={close}>
        <div className={styles['frame']}>
          <Rail />
          <div
            key={tab}
            role="tabpanel"
            tabIndex={-1}
            id={tabPanelId(NAME, tab)}
            aria-labelledby={tabId(NAME, tab)}
            className={styles['content']}
          >
            <TabContent tab={tab} />
          </div>
          <Footer key={`foot-${tab}`} tab={tab} />
        </div>
        <Told />
      </Dialog>
      {leaving ? (
        <AlertDialog
          title={t('discardTitle')}
          text={t('discardText')}
          action={t('discardAction')}
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        />
      ) : null}
    </>
  );
};
