import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { useSkin } from '../features/appearance/use-skin.ts';
import { useSelling } from '../features/billing/use-plans.ts';
import { chatApi } from '../features/chat/chat-api.ts';
import { useHistory } from '../features/history/use-history.ts';
import { isLanguage, LANGUAGES } from '../lib/i18n/language.ts';
import { useLanguage } from '../lib/i18n/texts.ts';
import { useSettled } from '../lib/use-settled.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { sidebarToggled, skinSet } from '../state/ui-slice.ts';
import { Dialog } from '../ui/dialog.tsx';
import { cx } from '../ui/cx.ts';
import { chatUses, type ChatUse } from './chat-uses.ts';
import styles from './command-palette.module.css';
import { actionItems, chatItems, matching, type PaletteItem } from './palette-items.ts';
import { useActions } from './use-actions.ts';
import type { Overlay } from './use-overlay.ts';
import { useTexts } from './texts.ts';

const SEARCH_PAUSE_MS = 150;
const MOST_CHATS = 12;
const ALL_LANGUAGES = Object.keys(LANGUAGES).filter(isLanguage);

interface PaletteWays {
  readonly onOpen: (overlay: Overlay) => void;
  readonly onSearch: () => void;
}

/** What can be done with the open chat, once the server has told it. */
const useUses = (): readonly ChatUse[] => {
  const dispatch = useAppDispatch();
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const { data } = chatApi.endpoints.openChat.useQueryState(chatId ?? '', { skip: chatId === null });
  return chatId === null || !data ? [] : chatUses(dispatch, { chatId, title: data.title });
};

/** Actions whose name fits, then the chats that the server finds by title or text. */
const useItems = (typed: string, { onOpen, onSearch }: PaletteWays): readonly PaletteItem[] => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const actions = useActions();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const isAdmin = useAppSelector(({ session }) => session.user?.isAdmin === true);
  const selling = useSelling();
  const { chats } = useHistory(useSettled(typed.trim(), SEARCH_PAUSE_MS));
  const { name, skin, skins } = useSkin();
  const uses = useUses();
  const language = useLanguage();
  const own = actionItems({
    signedIn,
    isAdmin,
    selling,
    theme,
    actions,
    skins: Object.entries(skins)
      .filter(([id]) => id !== name)
      .map(([id, { label }]) => ({ id, label })),
    about: skin.ui.about ? t('about', { name: skin.branding.logo_text }) : null,
    openOverlay: onOpen,
    search: onSearch,
    uses,
    languages: ALL_LANGUAGES.filter((one) => one !== language),
    toggleSidebar: () => {
      dispatch(sidebarToggled());
    },
    chooseSkin: (id) => {
      dispatch(skinSet(id));
    },
  });
  return [...matching(own, typed), ...(signedIn ? chatItems(chats.slice(0, MOST_CHATS), actions.openChat) : [])];
};

interface OptionsProps {
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly at: number;
  readonly onPick: (item: PaletteItem) => void;
  readonly onPoint: (at: number) => void;
}

const Options = ({ id, items, at, onPick, onPoint }: OptionsProps) => {
  const t = useTexts();
  return (
    <div role="listbox" id={id} aria-label={t('paletteOptions')} className={styles['options']}>
      {items.map((item, index) => (
        <div key={item.id}>
          {item.group === items[index - 1]?.group ? null : (
            <div role="presentation" className={styles['group']}>
              {t(item.group)}
            </div>
          )}
          <div
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            dir="auto"
            className={cx(styles['option'], index === at && styles['at'])}
            ref={index === at ? (option) => option?.scrollIntoView?.({ block: 'nearest' }) : undefined}
            onPointerMove={() => onPoint(index)}
            onClick={() => onPick(item)}
          >
            <span className={styles['label']}>{item.label}</span>
          </div>
        </div>
      ))}
      {items.length === 0 ? (
        <p role="status" className={styles['none']}>
          {t('nothingFound')}
        </p>
      ) : null}
    </div>
  );
};

const moved = (at: number, key: string, count: number): number | null => {
  if (key === 'ArrowDown') return (at + 1) % Math.max(1, count);
  if (key === 'ArrowUp') return (at - 1 + count) % Math.max(1, count);
  return null;
};

/** Every screen, chat and setting by typing a few letters of it. */
export const CommandPalette = ({ onOpen, onSearch, onClose }: PaletteWays & { readonly onClose: () => void }) => {
  const t = useTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const items = useItems(typed, { onOpen, onSearch });
  const at = Math.min(wanted, items.length - 1);
  const pick = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    // The dialog gives the focus back first; what the command focuses comes after.
    setTimeout(item.run, 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = moved(at, event.key, items.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) pick(items[at]);
    else setWanted(next);
  };
  return (
    <Dialog title={t('palette')} bare size="m" onClose={onClose}>
      <div className={styles['search']}>
        <Search aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={items.length > 0 ? `${id}-${at}` : undefined}
          aria-label={t('paletteSearch')}
          placeholder={t('paletteSearch')}
          autoComplete="off"
          value={typed}
          dir="auto"
          onChange={(event) => {
            setTyped(event.target.value);
            setWanted(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Options id={id} items={items} at={at} onPick={pick} onPoint={setWanted} />
    </Dialog>
  );
};
