import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { useAppSelector } from '../../state/store.ts';
import { selectChatWaits } from '../../state/tools-slice.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { MenuItem } from '../../ui/overlays/menu-list.tsx';
import styles from './chat-row.module.css';
import { rowDate } from './group-chats.ts';
import { MarkedText } from './marked-text.tsx';
import { useTranslations } from './texts.ts';

const MAX_TITLE_LENGTH = 200;

/** What the row itself does, for its menu. */
export interface RowActions {
  readonly rename: MenuItem;
  readonly remove: MenuItem;
}

interface ChatRowProps {
  readonly chat: ChatSummary;
  readonly now: Date;
  readonly selected: boolean;
  /** What was searched for; empty in the whole list. */
  readonly search: string;
  readonly href: string;
  readonly onSelect: () => void;
  readonly onRename: (title: string) => void;
  readonly onDelete: () => void;
  /** On touch, where it is the row's only button, it has these actions too. */
  readonly menu?: ((actions: RowActions | null) => ReactNode) | undefined;
  readonly isTouch: boolean;
}

interface TitleEditorProps {
  readonly title: string;
  /** `byKey`: the focus has nowhere to go by itself. */
  readonly onDone: (title: string | null, byKey: boolean) => void;
}

/** Enter and blur save the new title; Escape restores the old one. */
const TitleEditor = ({ title, onDone }: TitleEditorProps) => {
  const t = useTranslations();
  const [text, setText] = useState(title);
  const done = useRef(false);
  const finish = (value: string | null, byKey: boolean): void => {
    if (done.current) return;
    done.current = true;
    onDone(value, byKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(text, true);
    if (event.key === 'Escape') {
      // This Escape ends the editing; the sidebar stays open.
      event.stopPropagation();
      finish(null, true);
    }
  };
  return (
    <input
      autoFocus
      aria-label={t('title')}
      dir="auto"
      className={styles['editor']}
      value={text}
      maxLength={MAX_TITLE_LENGTH}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
      onBlur={() => finish(text, false)}
      onKeyDown={onKeyDown}
    />
  );
};

const focusOnce = (row: HTMLElement | null): void => row?.focus();

interface ActionsProps extends Pick<ChatRowProps, 'isTouch' | 'menu' | 'onDelete'> {
  readonly onRename: () => void;
}

/** Buttons where the hand is; on touch, where they always show, one menu with all of it. */
const Actions = ({ isTouch, menu, onRename, onDelete }: ActionsProps) => {
  const t = useTranslations();
  if (isTouch && menu) {
    const rename = { id: 'rename', label: t('rename'), icon: <Pencil />, onSelect: onRename };
    const remove = { id: 'delete', label: t('delete'), icon: <Trash2 />, onSelect: onDelete };
    return <span className={styles['actions']}>{menu({ rename, remove })}</span>;
  }
  return (
    <span className={styles['actions']}>
      <IconButton size="s" tooltip="none" label={t('rename')} icon={<Pencil />} onClick={onRename} />
      <IconButton size="s" tooltip="none" label={t('delete')} icon={<Trash2 />} onClick={onDelete} />
      {menu?.(null)}
    </span>
  );
};

/** Names the artifact that an excerpt is from. */
const FoundIn = ({ artifact }: { readonly artifact: NonNullable<ChatSummary['match']>['artifact'] }) => {
  const t = useTranslations();
  if (!artifact) return null;
  const { title } = artifact;
  return <span className={styles['foundIn']}>{title === '' ? t('foundInUntitled') : t('foundIn', { title })} </span>;
};

interface FoundProps {
  readonly match: ChatSummary['match'];
  readonly query: string;
}

/** The passage that the search found. */
const Found = ({ match, query }: FoundProps) =>
  match?.excerpt ? (
    <span data-testid="chat-excerpt" dir="auto" className={styles['excerpt']}>
      <FoundIn artifact={match.artifact} />
      <MarkedText text={match.excerpt} query={query} />
    </span>
  ) : null;

/** One conversation of the list, with its date, and its two actions where the hand is. */
export const ChatRow = ({
  chat,
  now,
  selected,
  search,
  href,
  onSelect,
  onRename,
  onDelete,
  menu,
  isTouch,
}: ChatRowProps) => {
  const t = useTranslations();
  const [editing, setEditing] = useState(false);
  const [returned, setReturned] = useState(false);
  const waits = useAppSelector((state) => selectChatWaits(state, chat.id));
  const finish = (title: string | null, byKey: boolean): void => {
    setEditing(false);
    setReturned(byKey);
    const trimmed = title?.trim() ?? '';
    if (trimmed !== '' && trimmed !== chat.title) onRename(trimmed);
  };
  if (editing)
    return (
      <li className={styles['row']}>
        <TitleEditor title={chat.title} onDone={finish} />
      </li>
    );
  return (
    <li className={styles['row']} data-selected={selected || undefined}>
      <a
        href={href}
        data-testid="chat-item"
        ref={returned ? focusOnce : undefined}
        aria-current={selected ? 'page' : undefined}
        className={styles['open']}
        title={chat.title}
        onClick={onSelect}
        onDoubleClick={() => setEditing(true)}
      >
        <span data-testid="chat-title" dir="auto" className={styles['title']}>
          <MarkedText text={chat.title} query={search} />
        </span>
        {waits ? (
          <span className={styles['waits']}>{t('waitsForYou')}</span>
        ) : (
          <time dateTime={chat.lastUpdated} className={styles['date']}>
            {rowDate(chat.lastUpdated, now)}
          </time>
        )}
        <Found match={chat.match} query={search} />
      </a>
      <Actions isTouch={isTouch} menu={menu} onRename={() => setEditing(true)} onDelete={onDelete} />
    </li>
  );
};
