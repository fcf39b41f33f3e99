import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { currentLanguage } from '../../lib/i18n/translations.ts';
import { directionOf } from '../../lib/i18n/language.ts';
import styles from './tabs.module.css';
import { useTranslations } from '../texts.ts';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon: ReactNode;
  /** A dot beside the name: something in there waits to be saved. */
  readonly isMarked?: boolean;
}

interface TabsProps<Id extends string> {
  /** Names the tabs and their panels in the document; one such word for each set. */
  readonly name: string;
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** On a page that reads from right to left the next tab is at the left. */
const stepFor = (key: string): number | undefined => {
  const step = STEPS[key];
  const isMirrored = (key === 'ArrowLeft' || key === 'ArrowRight') && directionOf(currentLanguage()) === 'rtl';
  return step !== undefined && isMirrored ? -step : step;
};

const findNextTab = <Id extends string>(tabs: readonly Tab<Id>[], selected: Id, key: string): Tab<Id> | undefined => {
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs[tabs.length - 1];
  const step = stepFor(key);
  if (step === undefined) return undefined;
  const at = tabs.findIndex(({ id }) => id === selected);
  return tabs[(at + step + tabs.length) % tabs.length];
};

/** The ids that tie a tab and its panel together. */
export const tabId = (name: string, id: string): string => `${name}-tab-${id}`;
export const tabPanelId = (name: string, id: string): string => `${name}-panel-${id}`;

/**
 * A rail of tabs at the left, a strip that scrolls sideways on a phone. Arrows move and choose; only the
 * chosen one is in the Tab order.
 */
export const Tabs = <Id extends string>({ name, label, tabs, selected, onSelect }: TabsProps<Id>) => {
  const t = useTranslations();
  const list = useRef<HTMLDivElement>(null);
  const chosen = (): HTMLElement | null => document.getElementById(tabId(name, selected));
  useEffect(() => {
    document.getElementById(tabId(name, selected))?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [name, selected]);
  useEffect(() => {
    if (list.current?.contains(document.activeElement)) chosen()?.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const nextTab = findNextTab(tabs, selected, event.key);
    if (!nextTab) return;
    event.preventDefault();
    onSelect(nextTab.id);
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      aria-orientation="vertical"
      className={styles['tabs']}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label: text, icon, isMarked }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(name, id)}
          aria-selected={id === selected}
          aria-description={isMarked ? t('unsavedChanges') : undefined}
          aria-controls={tabPanelId(name, id)}
          tabIndex={id === selected ? 0 : -1}
          className={styles['tab']}
          onClick={() => onSelect(id)}
        >
          <span aria-hidden="true" className={styles['icon']}>
            {icon}
          </span>
          <span>{text}</span>
          {isMarked ? <span className={styles['mark']} title={t('unsavedChanges')} aria-hidden="true" /> : null}
        </button>
      ))}
    </div>
  );
};
