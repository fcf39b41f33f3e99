import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { type Artifact, MAX_ARTIFACT_LENGTH } from '../../../src/shared/artifact.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { shortcutKey } from '../../lib/shortcut-key.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import type { ArtifactEditing } from './artifact-editing.ts';
import styles from './artifact-editor.module.css';
import { changeIndent, type Replacement } from './change-indent.ts';
import { useTranslations } from './texts.ts';

interface ArtifactEditorProps {
  /** Its newest version. */
  readonly artifact: Artifact;
  readonly name: string;
  readonly editing: ArtifactEditing;
}

/** As typing does it, so that the browser can undo it. */
const replaceSelection = (box: HTMLTextAreaElement, { from, to, text, selection }: Replacement): void => {
  box.setSelectionRange(from, to);
  if (document.execCommand?.('insertText', false, text) !== true) {
    box.setRangeText(text, from, to, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  box.setSelectionRange(...selection);
};

const isIndent = ({ key, ctrlKey, altKey, metaKey }: globalThis.KeyboardEvent): boolean =>
  key === 'Tab' && !ctrlKey && !altKey && !metaKey;

const KEEPS_TAB_FREE: readonly string[] = ['Shift', 'Tab', 'Escape'];

/**
 * Escape gives the tab key back to the page until the text is entered again; only the next one closes the panel.
 * Listens on the box itself, because the panel listens below React.
 */
const useTabKey = () => {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const box = ref.current;
    let isTabFree = false;
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (!box || isComposing({ nativeEvent: event })) return;
      if (event.key === 'Escape' && !isTabFree) {
        isTabFree = true;
        event.preventDefault();
        event.stopPropagation();
      } else if (isIndent(event) && !isTabFree) {
        event.preventDefault();
        replaceSelection(box, changeIndent(box.value, [box.selectionStart, box.selectionEnd], event.shiftKey));
      } else if (!KEEPS_TAB_FREE.includes(event.key)) isTabFree = false;
    };
    const onFocus = (): void => {
      isTabFree = false;
    };
    box?.addEventListener('keydown', onKeyDown);
    box?.addEventListener('focus', onFocus);
    return () => {
      box?.removeEventListener('keydown', onKeyDown);
      box?.removeEventListener('focus', onFocus);
    };
  }, []);
  return ref;
};

const isSave = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && shortcutKey(event) === 's';

/** What becomes of the text: what is typed is a draft until it is saved. */
const useDraft = ({ artifact, editing }: Pick<ArtifactEditorProps, 'artifact' | 'editing'>) => {
  const { id, source } = artifact;
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const text = editing.draftOf(id) ?? source;
  const isChanged = text !== source;
  const isTooLong = text.length > MAX_ARTIFACT_LENGTH;
  const canSave = isChanged && !isTooLong && text.trim() !== '' && state !== 'saving' && editing.messageId !== null;
  const save = async (): Promise<void> => {
    if (!canSave) return;
    setState('saving');
    const failed = await editing.save(artifact, text);
    setFailure(failed);
    setState(failed === null ? 'saved' : 'idle');
  };
  const change = (typed: string | null): void => {
    editing.setDraft(id, typed === source ? null : typed);
    if (state === 'saved') setState('idle');
  };
  return { text, isChanged, isTooLong, canSave, state, failure, save, change };
};

const Bar = ({ draft, isWaiting }: { readonly draft: ReturnType<typeof useDraft>; readonly isWaiting: boolean }) => {
  const t = useTranslations();
  const [asks, setAsks] = useState(false);
  const { isChanged, isTooLong, canSave, state, save, change } = draft;
  const said = isTooLong
    ? t('textTooLong', { max: MAX_ARTIFACT_LENGTH })
    : isWaiting
      ? t('saveLater')
      : t(isChanged ? 'unsaved' : state === 'saved' ? 'savedVersion' : 'tabHint');
  return (
    <div className={styles['bar']}>
      <p role="status" className={styles['said']}>
        {said}
      </p>
      <Button size="s" disabled={!isChanged || state === 'saving'} onClick={() => setAsks(true)}>
        {t('discard')}
      </Button>
      <Button size="s" variant="primary" busy={state === 'saving'} disabled={!canSave} onClick={() => void save()}>
        {t('saveVersion')}
      </Button>
      {asks ? (
        <AlertDialog
          title={t('discardTitle')}
          text={t('discardText')}
          action={t('discard')}
          onCancel={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            change(null);
          }}
        />
      ) : null}
    </div>
  );
};

/** The source of an artifact as a plain text to be changed. */
export const ArtifactEditor = ({ artifact, name, editing }: ArtifactEditorProps) => {
  const t = useTranslations();
  const ref = useTabKey();
  const draft = useDraft({ artifact, editing });
  const { text, failure, save, change } = draft;
  return (
    <div className={styles['editor']}>
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <textarea
        ref={ref}
        className={styles['text']}
        value={text}
        aria-label={t('textOf', { name })}
        aria-description={t('tabHint')}
        dir={artifact.kind === 'markdown' || artifact.kind === 'csv' ? 'auto' : 'ltr'}
        spellCheck={artifact.kind === 'markdown'}
        autoCapitalize="off"
        autoComplete="off"
        wrap={artifact.kind === 'csv' ? 'off' : 'soft'}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (!isSave(event)) return;
          event.preventDefault();
          void save();
        }}
      />
      <Bar draft={draft} isWaiting={editing.messageId === null} />
    </div>
  );
};
