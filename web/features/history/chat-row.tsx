import { Pencil, Trash2 } from 'lucide-react';
import {
  lazy,
  memo,
  Suspense,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { MenuItem } from '../../ui/overlays/menu-list.tsx';
import styles from './chat-row.module.css';
import { rowDate } from './group-chats.ts';
import type { ExcerptProps, MarkedProps } from './marked-text.tsx';
import { useTranslations } from './texts.ts';

const MAX_TITLE_LENGTH = 200;

const LazyMarkedText = lazy(() =>
  import('./marked-text.tsx').then(
    ({ MarkedText }) => ({ default: MarkedText }),
    () => ({ default: ({ text }: MarkedProps) => text }),
  ),
);

const LazyExcerpt = lazy<ComponentType<ExcerptProps>>(() =>
  import('./marked-text.tsx').then(
    ({ Excerpt }) => ({ default: Excerpt }),
    () => ({ default: () => null }),
  ),
);

/** Marks what was searched for, once something was. */
const Marked = (props: MarkedProps) =>
  props.query === '' ? (
    props.text
  ) : (
    <Suspense fallback={props.text}>
      <LazyMarkedText {...props} />
    </Suspense>
  );

/** What the row itself does, for its menu. */
export interface RowActions {
  readonly rename: MenuItem;
  readonly remove: MenuItem;
}

/** What all rows have in common. */
export interface RowSettings {
  readonly now: Date;
  /** What was searched for; empty in the whole list. */
  readonly search: string;
  readonly hrefOf: (id: string, messageId?: string, artifactId?: string) => string;
  readonly onSelect: (id: string, messageId?: string, artifactId?: string) => void;
  readonly onRename: (chat: ChatSummary, title: string) => void;
  readonly onDelete: (chat: ChatSummary) => void;
  /** On touch, where it is the row's only button, it has these actions too. */
  readonly rowMenu?: ((chat: ChatSummary, actions: RowActions | null) => ReactNode) | undefined;
  readonly isTouch: boolean;
}

interface ChatRowProps {
  readonly chat: ChatSummary;
  readonly selected: boolean;
  /** It waits for an answer of the person. */
  readonly waits: boolean;
  /** So far from what is shown that it needs no buttons. */
  readonly isFar: boolean;
  readonly settings: RowSettings;
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
    if (isComposing(event)) return;
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

interface ActionsProps {
  readonly chat: ChatSummary;
  readonly settings: RowSettings;
  readonly onRename: () => void;
}

/** Buttons where the hand is; on touch, where they always show, one menu with all of it. */
const Actions = ({ chat, settings: { isTouch, rowMenu, onDelete }, onRename }: ActionsProps) => {
  const t = useTranslations();
  const remove = (): void => onDelete(chat);
  if (isTouch && rowMenu) {
    const actions = {
      rename: { id: 'rename', label: t('rename'), icon: <Pencil />, onSelect: onRename },
      remove: { id: 'delete', label: t('delete'), icon: <Trash2 />, onSelect: remove },
    };
    return <span className={styles['actions']}>{rowMenu(chat, actions)}</span>;
  }
  return (
    <span className={styles['actions']}>
      <IconButton
        size="s"
        tooltip="none"
        label={`${t('rename')}: ${chat.title}`}
        icon={<Pencil />}
        onClick={onRename}
      />
      <IconButton size="s" tooltip="none" label={`${t('delete')}: ${chat.title}`} icon={<Trash2 />} onClick={remove} />
      {rowMenu?.(chat, null)}
    </span>
  );
};

/** The passage that the search found. */
const Found = ({ match, query }: { readonly match: ChatSummary['match']; readonly query: string }) =>
  match?.excerpt ? (
    <Suspense>
      <LazyExcerpt match={match} query={query} />
    </Suspense>
  ) : null;

const targetOf = ({ id, match }: ChatSummary) => [id, match?.messageId, match?.artifact?.id] as const;

/** That it waits or is archived, else its date. */
const Mark = ({ chat, waits, now }: { readonly chat: ChatSummary; readonly waits: boolean; readonly now: Date }) => {
  const t = useTranslations();
  if (waits) return <span className={styles['waits']}>{t('waitsForYou')}</span>;
  if (chat.archived) return <span className={styles['archived']}>{t('archived')}</span>;
  return (
    <time dateTime={chat.lastUpdated} className={styles['date']}>
      {rowDate(chat.lastUpdated, now)}
    </time>
  );
};

/** One conversation of the list, with its date, and its two actions where the hand is. */
export const ChatRow = memo(({ chat, selected, waits, isFar, settings }: ChatRowProps) => {
  const [editing, setEditing] = useState(false);
  const [returned, setReturned] = useState(false);
  const { now, search, hrefOf, onSelect, onRename } = settings;
  const target = targetOf(chat);
  const finish = (title: string | null, byKey: boolean): void => {
    setEditing(false);
    setReturned(byKey);
    const trimmed = title?.trim() ?? '';
    if (trimmed !== '' && trimmed !== chat.title) onRename(chat, trimmed);
  };
  if (editing)
    return (
      <li className={styles['row']}>
        <TitleEditor title={chat.title} onDone={finish} />
      </li>
    );
  return (
    <li
      className={styles['row']}
      data-selected={selected || undefined}
      data-excerpt={chat.match?.excerpt ? '' : undefined}
    >
      <a
        href={hrefOf(...target)}
        data-testid="chat-item"
        ref={returned ? focusOnce : undefined}
        aria-current={selected ? 'page' : undefined}
        className={styles['open']}
        title={chat.title}
        onClick={() => onSelect(...target)}
        onDoubleClick={() => setEditing(true)}
      >
        <span data-testid="chat-title" dir="auto" className={styles['title']}>
          <Marked text={chat.title} query={search} />
        </span>
        <Mark chat={chat} waits={waits} now={now} />
        <Found match={chat.match} query={search} />
      </a>
      {isFar ? null : <Actions chat={chat} settings={settings} onRename={() => setEditing(true)} />}
    </li>
  );
});
