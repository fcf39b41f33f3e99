import { Pencil, UserRound } from 'lucide-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { isComposing } from '../../../lib/is-composing.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CopyButton } from '../../../ui/markdown/copy-button.tsx';
import { useTranslations } from '../texts.ts';
import { TurnFooter, VersionPager } from './turn-footer.tsx';
import type { TurnViewProps } from './turn-props.ts';
import { formatTurnTime } from './turn-time.ts';
import { UserText } from './user-text.tsx';
import styles from './turn.module.css';
import { useAutoResize } from '../composer/use-auto-resize.ts';

interface EditorProps {
  readonly text: string;
  /** False where it is open again without anybody having asked for it. */
  readonly takesFocus: boolean;
  readonly onChange: (text: string) => void;
  /** It has files, which say something without words. */
  readonly mayBeBlank: boolean;
  readonly busy: boolean;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

const MAX_EDITOR_HEIGHT_PX = 320;
const NO_FILES: readonly string[] = [];

const Editor = ({ text, takesFocus, mayBeBlank, busy, onChange, onSave, onCancel }: EditorProps) => {
  const t = useTranslations();
  const [draft, setDraft] = useState(text);
  const box = useAutoResize(draft, MAX_EDITOR_HEIGHT_PX);
  const blank = draft.trim() === '' && !mayBeBlank;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !blank && !busy) onSave(draft);
  };
  return (
    <div className={styles['editor']}>
      <textarea
        ref={box}
        autoFocus={takesFocus}
        aria-label={t('editMessage')}
        className={styles['editor-text']}
        dir="auto"
        rows={1}
        value={draft}
        onChange={({ target }) => {
          setDraft(target.value);
          onChange(target.value);
        }}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
      />
      <div className={styles['editor-actions']}>
        <Button size="s" variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="s" variant="primary" disabled={blank || busy} onClick={() => onSave(draft)}>
          {t('saveAndSend')}
        </Button>
      </div>
    </div>
  );
};

/** Memoized, because formatting a date is expensive; written anew in another language. */
const Head = memo(({ timestamp }: { readonly timestamp: string }) => {
  useTranslations();
  const { short, long } = formatTurnTime(timestamp);
  return (
    <header className={cx(styles['head'], styles['user-head'])}>
      <time dateTime={timestamp} title={long}>
        {short}
      </time>
      <span aria-hidden="true" className={cx(styles['avatar'], styles['user-avatar'])}>
        <UserRound />
      </span>
    </header>
  );
});
Head.displayName = 'Head';

/** A question, which can be edited into a new version. Its text is not rendered as Markdown. */
export const UserTurn = memo(({ turn, isLast, busy, actions }: TurnViewProps) => {
  const t = useTranslations();
  const { message } = turn;
  const { onEdit, onEditing, editDrafts, renderFiles } = actions;
  const { id, fileIds = NO_FILES } = message;
  const [draft] = useState(() => editDrafts?.read(id) ?? '');
  const [wasOpen, setWasOpen] = useState(draft !== '');
  const [editing, setEditing] = useState(wasOpen);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wasOpen) onEditing?.(id, true);
  }, [wasOpen, id, onEditing]);
  const edit = (isEditing: boolean): void => {
    setEditing(isEditing);
    setWasOpen(false);
    onEditing?.(id, isEditing);
  };
  const close = (): void => {
    edit(false);
    editDrafts?.write(id, '');
    article.current?.focus();
  };
  return (
    <article ref={article} tabIndex={-1} className={styles['user']} aria-label={t('you')} data-testid="message-user">
      <Head timestamp={message.timestamp} />
      {fileIds.length > 0 ? renderFiles?.(fileIds) : null}
      {editing && onEdit ? (
        <Editor
          text={wasOpen ? draft : message.content}
          takesFocus={!wasOpen}
          onChange={(text) => editDrafts?.write(id, text)}
          mayBeBlank={fileIds.length > 0}
          busy={busy}
          onCancel={close}
          onSave={(text) => {
            if (onEdit(id, text)) close();
          }}
        />
      ) : (
        <>
          {message.content === '' ? null : <UserText messageId={id} text={message.content} />}
          <TurnFooter
            className={styles['user-footer']}
            pinned={isLast}
            pager={<VersionPager turn={turn} onSelect={actions.onSelectVersion} />}
          >
            {message.content === '' ? null : <CopyButton text={message.content} />}
            {onEdit && (
              <IconButton size="s" label={t('edit')} icon={<Pencil />} disabled={busy} onClick={() => edit(true)} />
            )}
          </TurnFooter>
        </>
      )}
    </article>
  );
});
UserTurn.displayName = 'UserTurn';
