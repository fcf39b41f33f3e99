import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { isComposing } from '../../../lib/is-composing.ts';
import type { AdminTab } from '../../../state/admin-slice.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useTranslations } from '../texts.ts';
import { findSettings, useSettingsIndex, type Setting } from './settings-index.ts';
import styles from './settings-search.module.css';

const MAX_RESULTS = 30;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface SettingsSearchProps {
  readonly tabs: readonly { readonly id: AdminTab; readonly label: string }[];
  readonly onChoose: (setting: Setting) => void;
}

/** What was found, and which of it Enter takes. */
const useResults = ({ tabs, onChoose }: SettingsSearchProps) => {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const settings = useSettingsIndex(tabs.map(({ id }) => id));
  const tabName = (tab: AdminTab): string => tabs.find(({ id }) => id === tab)?.label ?? '';
  const results = findSettings(settings, typed, tabName).slice(0, MAX_RESULTS);
  const search = (text: string): void => {
    setTyped(text);
    setActive(0);
  };
  const choose = (setting: Setting | undefined): void => {
    if (!setting) return;
    search('');
    onChoose(setting);
  };
  return { typed, search, results, active, setActive, choose, tabName };
};

/** Finds a card or a field of the panel by its name and leads there. */
export const SettingsSearch = (props: SettingsSearchProps) => {
  const t = useTranslations();
  const id = useId();
  const { typed, search, results, active, setActive, choose, tabName } = useResults(props);
  const isOpen = typed.trim() !== '';
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (isComposing(event) || !isOpen) return;
    if (step !== undefined && results.length > 0) setActive((active + step + results.length) % results.length);
    else if (event.key === 'Enter') choose(results[active]);
    else if (event.key === 'Escape') search('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles['search']}>
      <Search aria-hidden="true" />
      <TextInput
        type="search"
        role="combobox"
        aria-label={t('findSetting')}
        placeholder={t('findSetting')}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && results.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onText={search}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        <ul id={`${id}-list`} role="listbox" aria-label={t('foundSettings')} className={styles['results']}>
          {results.map((setting, at) => (
            <li
              key={`${setting.tab} ${setting.name}`}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => choose(setting)}
            >
              <span>{setting.name}</span>
              <small>{tabName(setting.tab)}</small>
            </li>
          ))}
        </ul>
      ) : null}
      <div role="status" className={results.length === 0 && isOpen ? styles['none'] : 'visually-hidden'}>
        {isOpen ? t('settingsFound', { count: results.length }) : ''}
      </div>
    </div>
  );
};
