import { useEffect, useState } from 'react';

import {
  adminToastDismissed,
  hasUnsaved,
  tabChosen,
  tabKept,
  tabLeft,
  type AdminTab,
} from '../../state/admin-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { tabId, tabPanelId, Tabs } from '../../ui/display/tabs.tsx';
import { Select } from '../../ui/forms/text-input.tsx';
import { Toasts } from '../../ui/overlays/toast.tsx';
import styles from './admin-panel.module.css';
import { useTabs } from './admin-tabs.tsx';
import { ConfigFooter } from './config/config-footer.tsx';
import { UnsavedDialog } from './config/unsaved-dialog.tsx';
import { SettingsSearch } from './search/settings-search.tsx';
import { useSoughtSetting } from './search/use-sought-setting.ts';
import { useIsAdmin } from './shared/use-is-admin.ts';
import { useTranslations } from './texts.ts';

const NAME = 'admin';
const NO_TOASTS: readonly never[] = [];

/** The tab that was chosen, else the first that there is for this person. */
const useCurrentTab = () => {
  const tab = useAppSelector(({ admin }) => admin.tab);
  const tabs = useTabs();
  return { tab, tabs, current: tabs.find(({ id }) => id === tab) ?? tabs[0] };
};

const useSections = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { tab, tabs, current } = useCurrentTab();
  const isDirty = useAppSelector(({ admin }) => hasUnsaved(admin));
  return {
    tab: current?.id ?? tab,
    sections: tabs.map(({ id, label, icon }) => ({
      id,
      label: t(label),
      icon,
      isMarked: isDirty && id === current?.id,
    })),
    choose: (id: AdminTab) => dispatch(tabChosen(id)),
  };
};

/** A rail of tabs; on a phone, where they would run out of the window, a list. */
const Sections = () => {
  const t = useTranslations();
  const { tab, sections, choose } = useSections();
  const seek = useSoughtSetting(tab, tabPanelId(NAME, tab));
  return (
    <>
      <div className={styles['search']}>{useIsAdmin() ? <SettingsSearch tabs={sections} onChoose={seek} /> : null}</div>
      <Tabs name={NAME} label={t('sections')} selected={tab} onSelect={choose} tabs={sections} />
      <div className={styles['section-list']}>
        <Select
          aria-label={t('section')}
          value={tab}
          onText={(text) => sections.filter(({ id }) => id === text).forEach(({ id }) => choose(id))}
          options={sections.map(({ id, label }) => [id, label])}
        />
      </div>
    </>
  );
};

/** Toasts of the page lie under an open dialog; these are over the button that was pressed. */
const AdminToasts = () => {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(({ admin }) => admin.toast);
  return <Toasts toasts={toast ? [toast] : NO_TOASTS} onDismiss={() => dispatch(adminToastDismissed())} />;
};

/** The browser asks before it reloads or closes the page. */
const useUnloadPrompt = (isDirty: boolean): void => {
  useEffect(() => {
    if (!isDirty) return;
    const prompt = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', prompt);
    return () => window.removeEventListener('beforeunload', prompt);
  }, [isDirty]);
};

interface AdminPanelProps {
  readonly onClose: () => void;
  /** The page has left it already, and may come back. */
  readonly isLeaving?: boolean;
  readonly onStay?: () => void;
}

/** Where the person is about to go from unsaved changes: to another tab, out of the panel, or nowhere. */
const useLeaving = ({ onClose, isLeaving = false, onStay }: AdminPanelProps) => {
  const dispatch = useAppDispatch();
  const hasNextTab = useAppSelector(({ admin }) => admin.nextTab !== null);
  const isDirty = useAppSelector(({ admin }) => hasUnsaved(admin));
  const [isClosing, setClosing] = useState(false);
  useUnloadPrompt(isDirty);
  return {
    isAsked: isClosing || isLeaving || hasNextTab,
    close: () => {
      if (isDirty) setClosing(true);
      else onClose();
    },
    leave: () => {
      if (isClosing || isLeaving) onClose();
      else dispatch(tabLeft());
    },
    stay: () => {
      setClosing(false);
      dispatch(tabKept());
      onStay?.();
    },
  };
};

/** Everything that admins see and set. Leaving unsaved changes asks first. */
export const AdminPanel = (props: AdminPanelProps) => {
  const t = useTranslations();
  const { current } = useCurrentTab();
  const { isAsked, close, leave, stay } = useLeaving(props);
  if (!current) return null;
  const { id: tab, Content, label } = current;
  return (
    <>
      <Dialog title={t('panelTitle')} size="panel" onClose={close}>
        <div className={styles['frame']}>
          <Sections />
          <div
            key={tab}
            role="tabpanel"
            tabIndex={0}
            id={tabPanelId(NAME, tab)}
            aria-labelledby={tabId(NAME, tab)}
            className={styles['content']}
          >
            <Content />
          </div>
          <div className={styles['foot']}>
            <AdminToasts />
            <ConfigFooter key={tab} tab={tab} />
          </div>
        </div>
      </Dialog>
      {isAsked ? <UnsavedDialog tab={tab} tabName={t(label)} onLeave={leave} onStay={stay} /> : null}
    </>
  );
};
