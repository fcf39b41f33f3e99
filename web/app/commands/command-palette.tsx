import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { useStoredChat } from '../../features/chat/engine/chat-api.ts';
import { useHistory } from '../../features/history/use-history.ts';
import { isLanguage, LANGUAGES } from '../../lib/i18n/language.ts';
import { useLanguage } from '../../lib/i18n/translations.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { hasAdminPanel } from '../../state/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { sidebarToggled, skinSet } from '../../state/ui-slice.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { cx } from '../../ui/cx.ts';
import { ARCHIVE } from '../dialogs/archive-address.ts';
import { chatMenuItems, type ChatMenuItem } from '../../screens/chat/chat-menu-items.ts';
import styles from './command-palette.module.css';
import { actionItems, chatItems, filterItems, type PaletteItem } from './palette-items.ts';
import { openDialog } from '../router/navigation.ts';
import { useActions } from '../use-actions.ts';
import type { Overlay } from './use-overlay.ts';
import { useTranslations } from '../texts.ts';

const SEARCH_DEBOUNCE_MS = 150;
const MAX_CHATS = 12;
const ALL_LANGUAGES = Object.keys(LANGUAGES).filter(isLanguage);

interface PaletteHandlers {
  readonly onOpen: (overlay: Overlay) => void;
  readonly onSearch: () => void;
}

/** What can be done with the open chat, once the server has told it. */
const useChatMenuItems = (): readonly ChatMenuItem[] => {
  const dispatch = useAppDispatch();
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const stored = useStoredChat(chatId);
  return chatId === null || !stored
    ? []
    : chatMenuItems(dispatch, {
        chatId,
        title: stored.title,
        isTemporary: stored.expiresAt !== null,
        place: stored,
      });
};

/** Actions whose name fits, then the chats that the server finds by title or text. */
const useItems = (query: string, { onOpen, onSearch }: PaletteHandlers): readonly PaletteItem[] => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const actions = useActions();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  const isAdmin = useAppSelector(({ session }) => session.user?.isAdmin === true);
  const hasPanel = useAppSelector(({ session }) => session.user !== null && hasAdminPanel(session.user));
  const selling = usePaymentsEnabled();
  const { chats } = useHistory(useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS));
  const { name, skin, skins } = useSkin();
  const menuItems = useChatMenuItems();
  const language = useLanguage();
  const commands = actionItems({
    signedIn,
    isAdmin,
    hasPanel,
    selling,
    theme,
    actions,
    skins: Object.entries(skins)
      .filter(([id]) => id !== name)
      .map(([id, { label }]) => ({ id, label })),
    about: skin.ui.about ? t('about', { name: skin.branding.logo_text }) : null,
    openOverlay: onOpen,
    search: onSearch,
    openArchive: () => openDialog(ARCHIVE),
    menuItems,
    languages: ALL_LANGUAGES.filter((one) => one !== language),
    toggleSidebar: () => {
      dispatch(sidebarToggled());
    },
    chooseSkin: (id) => {
      dispatch(skinSet(id));
    },
  });
  return [...filterItems(commands, query), ...(signedIn ? chatItems(chats.slice(0, MAX_CHATS), actions.openChat) : [])];
};

interface OptionsProps {
  readonly id: string;
  readonly items: readonly PaletteItem[];
  readonly at: number;
  readonly onPick: (item: PaletteItem) => void;
  readonly onPoint: (selected: number) => void;
}

const Options = ({ id, items, at: selected, onPick, onPoint }: OptionsProps) => {
  const t = useTranslations();
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
            aria-selected={index === selected}
            dir="auto"
            className={cx(styles['option'], index === selected && styles['at'])}
            ref={index === selected ? (option) => option?.scrollIntoView?.({ block: 'nearest' }) : undefined}
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

const nextIndex = (selected: number, key: string, count: number): number | null => {
  if (key === 'ArrowDown') return (selected + 1) % Math.max(1, count);
  if (key === 'ArrowUp') return (selected - 1 + count) % Math.max(1, count);
  return null;
};

/** Every screen, chat and setting by typing a few letters of it. */
export const CommandPalette = ({ onOpen, onSearch, onClose }: PaletteHandlers & { readonly onClose: () => void }) => {
  const t = useTranslations();
  const id = useId();
  const [query, setQuery] = useState('');
  const [requested, setRequested] = useState(0);
  const items = useItems(query, { onOpen, onSearch });
  const selected = Math.min(requested, items.length - 1);
  const pick = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    // The dialog gives the focus back first; what the command focuses comes after.
    setTimeout(item.run, 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const next = nextIndex(selected, event.key, items.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) pick(items[selected]);
    else setRequested(next);
  };
  return (
    <Dialog title={t('palette')} hideHeader size="m" onClose={onClose}>
      <div className={styles['search']}>
        <Search aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={items.length > 0 ? `${id}-${selected}` : undefined}
          aria-label={t('paletteSearch')}
          placeholder={t('paletteSearch')}
          autoComplete="off"
          value={query}
          dir="auto"
          onChange={(event) => {
            setQuery(event.target.value);
            setRequested(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Options id={id} items={items} at={selected} onPick={pick} onPoint={setRequested} />
    </Dialog>
  );
};
