import { Pencil, UserRound } from 'lucide-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { isComposing } from '../../../lib/is-composing.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CopyButton } from '../../../ui/markdown/copy-button.tsx';
import { useTranslations } from '../texts.ts';
import { TurnFooter, VersionPager } from './turn-footer.tsx';
import type { TurnActions, TurnViewProps } from './turn-props.ts';
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

/** The editor of a question, which is open again where an edit was begun before the turn was drawn anew. */
const useEditor = ({ onEditing, editDrafts }: TurnActions, id: string, content: string) => {
  const [draft] = useState(() => editDrafts?.read(id) ?? '');
  const [wasOpen, setWasOpen] = useState(draft !== '');
  const [isOpen, setIsOpen] = useState(wasOpen);
  useEffect(() => {
    if (wasOpen) onEditing?.(id, true);
  }, [wasOpen, id, onEditing]);
  return {
    isOpen,
    text: wasOpen ? draft : content,
    takesFocus: !wasOpen,
    setOpen: (opens: boolean): void => {
      setIsOpen(opens);
      setWasOpen(false);
      onEditing?.(id, opens);
    },
    storeDraft: (text: string): void => editDrafts?.write(id, text),
  };
};

/** A question, which can be edited into a new version. Its text is not rendered as Markdown. */
export const UserTurn = memo(({ turn, isLast, busy, actions }: TurnViewProps) => {
  const t = useTranslations();
  const { onEdit } = actions;
  const { id, content, timestamp, fileIds = NO_FILES } = turn.message;
  const editor = useEditor(actions, id, content);
  const article = useRef<HTMLElement>(null);
  const close = (): void => {
    editor.setOpen(false);
    editor.storeDraft('');
    article.current?.focus();
  };
  return (
    <article ref={article} tabIndex={-1} className={styles['user']} aria-label={t('you')} data-testid="message-user">
      <Head timestamp={timestamp} />
      {fileIds.length > 0 ? actions.renderFiles?.(fileIds) : null}
      {editor.isOpen && onEdit ? (
        <Editor
          text={editor.text}
          takesFocus={editor.takesFocus}
          onChange={editor.storeDraft}
          mayBeBlank={fileIds.length > 0}
          busy={busy}
          onCancel={close}
          onSave={(text) => {
            if (onEdit(id, text)) close();
          }}
        />
      ) : (
        <>
          {content && <UserText messageId={id} text={content} />}
          <TurnFooter
            className={styles['user-footer']}
            pinned={isLast}
            pager={<VersionPager turn={turn} onSelect={actions.onSelectVersion} />}
          >
            {content && (
              <>
                <CopyButton text={content} />
                {actions.renderMore?.(content)}
              </>
            )}
            {onEdit && (
              <IconButton
                size="s"
                label={t('edit')}
                icon={<Pencil />}
                disabled={busy}
                onClick={() => editor.setOpen(true)}
              />
            )}
          </TurnFooter>
        </>
      )}
    </article>
  );
});
UserTurn.displayName = 'UserTurn';
