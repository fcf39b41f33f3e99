import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { isComposing } from '../../lib/is-composing.ts';
import { adminToastDismissed, hasUnsaved, isTabUnsaved, tabChosen, type AdminTab } from '../../state/admin-slice.ts';
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
  const admin = useAppSelector((state) => state.admin);
  return {
    tab: current?.id ?? tab,
    sections: tabs.map(({ id, label, icon }) => ({
      id,
      label: t(label),
      icon,
      isMarked: isTabUnsaved(admin, id),
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
          options={sections.map(({ id, label, isMarked }) => [id, isMarked ? `${label} •` : label])}
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

/** The tabs with unsaved changes, which are asked about before the panel is left. */
const useLeaving = ({ onClose, isLeaving = false, onStay }: AdminPanelProps) => {
  const dispatch = useAppDispatch();
  const t = useTranslations();
  const admin = useAppSelector((state) => state.admin);
  const [isClosing, setClosing] = useState(false);
  const isDirty = hasUnsaved(admin);
  useUnloadPrompt(isDirty);
  return {
    isAsked: isClosing || isLeaving,
    unsaved: useTabs().flatMap(({ id, label }) => (isTabUnsaved(admin, id) ? [{ id, name: t(label) }] : [])),
    close: () => {
      if (isDirty) setClosing(true);
      else onClose();
    },
    stay: (tab: AdminTab | null) => {
      setClosing(false);
      if (tab !== null) dispatch(tabChosen(tab));
      onStay?.();
    },
  };
};

const TYPED = ':is(input:not([type]), input[type=text], input[type=number], input[type=date], input[type=url])';

/** Enter in a field of a tab saves it, as in any form; not in a search, nor where Enter adds to a list. */
const useEnterSaves = () => {
  const formRef = useRef<HTMLFormElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget, key } = event;
    if (key !== 'Enter' || isComposing(event) || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !target.matches(TYPED) || target.closest('form')) return;
    if (target.closest('dialog') !== currentTarget.closest('dialog')) return;
    formRef.current?.requestSubmit();
  };
  return { formRef, onKeyDown };
};

/** Everything that admins see and set. Leaving unsaved changes asks first. */
export const AdminPanel = (props: AdminPanelProps) => {
  const t = useTranslations();
  const { current } = useCurrentTab();
  const { isAsked, unsaved, close, stay } = useLeaving(props);
  const { formRef, onKeyDown } = useEnterSaves();
  if (!current) return null;
  const { id: tab, Content } = current;
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
            onKeyDown={onKeyDown}
          >
            <Content />
          </div>
          <div className={styles['foot']}>
            <AdminToasts />
            <ConfigFooter key={tab} tab={tab} formRef={formRef} />
          </div>
        </div>
      </Dialog>
      {isAsked ? <UnsavedDialog tabs={unsaved} onLeave={props.onClose} onStay={stay} /> : null}
    </>
  );
};
