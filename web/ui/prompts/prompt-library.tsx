import { Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';

import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import { MAX_PROMPTS } from '../../../src/shared/prompts.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { Button } from '../button.tsx';
import { Notice } from '../display/notice.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { IconButton } from '../icon-button.tsx';
import { findPrompts, indexPrompts } from './find-prompts.ts';
import type { PromptCalls } from './prompt-calls.ts';
import { contentOf, NEW_PROMPT, type PromptContent } from './prompt-content.ts';
import { PromptDialog } from './prompt-dialog.tsx';
import { PromptRows } from './prompt-rows.tsx';
import styles from './prompts.module.css';
import { useTranslations } from './texts.ts';

/** Fewer are seen at once. */
const MIN_SEARCHED = 6;

/** The open form: of a prompt, or of a new one that begins with this content. */
interface Open {
  readonly prompt: SavedPrompt | null;
  readonly initial: PromptContent;
}

/** Deletes at once and offers to take it back. */
const useRemoval = ({ save, remove }: PromptCalls) => {
  const t = useTranslations();
  const [removed, setRemoved] = useState<SavedPrompt | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (prompt: SavedPrompt): Promise<void> => {
    setFailure(null);
    const { data, error } = await remove(prompt.id);
    setRemoved(data?.prompt ?? null);
    if (error) setFailure(getErrorMessage(error, t('notDeleted')));
  };
  const undo = async (prompt: SavedPrompt): Promise<void> => {
    const { data, error } = await save(contentOf(prompt), null);
    if (data) setRemoved(null);
    else setFailure(getErrorMessage(error, t('notSaved')));
  };
  return { removed, failure, run, undo };
};

export interface PromptLibraryProps {
  /** Names the list. */
  readonly label: string;
  readonly prompts: readonly SavedPrompt[];
  readonly calls: PromptCalls;
  /** What is said where there are none. */
  readonly none: string;
  readonly add: string;
  /** Begins a new prompt with another's content. */
  readonly copied?: SavedPrompt | null;
  readonly onCopied?: () => void;
}

const RowActions = (props: {
  readonly prompt: SavedPrompt;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}) => {
  const t = useTranslations();
  const { prompt, onEdit, onDuplicate, onRemove } = props;
  const { title } = prompt;
  return (
    <>
      <IconButton size="s" tooltip="top" label={t('editOf', { title })} icon={<Pencil />} onClick={onEdit} />
      <IconButton size="s" tooltip="top" label={t('duplicateOf', { title })} icon={<Copy />} onClick={onDuplicate} />
      <IconButton size="s" tooltip="top" label={t('deleteOf', { title })} icon={<Trash2 />} onClick={onRemove} />
    </>
  );
};

interface BarProps {
  readonly query: string;
  readonly onQuery: ((query: string) => void) | undefined;
  readonly add: string;
  readonly isFull: boolean;
  readonly onAdd: () => void;
}

const Bar = ({ query, onQuery, add, isFull, onAdd }: BarProps) => {
  const t = useTranslations();
  return (
    <>
      <div className={styles['bar']}>
        {onQuery ? (
          <TextInput type="search" aria-label={t('search')} placeholder={t('search')} value={query} onText={onQuery} />
        ) : null}
        <Button size="s" icon={<Plus />} disabled={isFull} onClick={onAdd}>
          {add}
        </Button>
      </div>
      {isFull ? <Notice>{t('full')}</Notice> : null}
    </>
  );
};

const RemovalNotice = ({ removed, failure, undo }: ReturnType<typeof useRemoval>) => {
  const t = useTranslations();
  return (
    <>
      {removed ? (
        <Notice
          action={
            <Button size="s" onClick={() => void undo(removed)}>
              {t('undo')}
            </Button>
          }
        >
          {t('deleted', { title: removed.title })}
        </Notice>
      ) : null}
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
    </>
  );
};

const duplicate = (prompt: SavedPrompt): Open => ({ prompt: null, initial: { ...contentOf(prompt), command: '' } });

const useSearch = (prompts: readonly SavedPrompt[]) => {
  const [query, setQuery] = useState('');
  const index = useMemo(() => indexPrompts(prompts), [prompts]);
  return { query, setQuery, shown: query.trim() === '' ? prompts : findPrompts(index, query) };
};

/** A list of prompts that is added to, searched and changed. */
export const PromptLibrary = ({ label, prompts, calls, none, add, copied = null, onCopied }: PromptLibraryProps) => {
  const t = useTranslations();
  const [open, setOpen] = useState<Open | null>(null);
  const { query, setQuery, shown } = useSearch(prompts);
  const removal = useRemoval(calls);
  const top = useRef<HTMLDivElement>(null);
  const form = open ?? (copied ? duplicate(copied) : null);
  const close = (): void => {
    setOpen(null);
    onCopied?.();
  };
  const remove = (prompt: SavedPrompt): void => {
    // The row takes its button along.
    top.current?.focus({ preventScroll: true });
    void removal.run(prompt);
  };
  return (
    <div ref={top} tabIndex={-1} className={styles['library']}>
      <Bar
        query={query}
        onQuery={prompts.length < MIN_SEARCHED && query === '' ? undefined : setQuery}
        add={add}
        isFull={prompts.length >= MAX_PROMPTS}
        onAdd={() => setOpen({ prompt: null, initial: NEW_PROMPT })}
      />
      <RemovalNotice {...removal} />
      {shown.length > 0 ? (
        <PromptRows
          label={label}
          prompts={shown}
          actions={(prompt) => (
            <RowActions
              prompt={prompt}
              onEdit={() => setOpen({ prompt, initial: contentOf(prompt) })}
              onDuplicate={() => setOpen(duplicate(prompt))}
              onRemove={() => remove(prompt)}
            />
          )}
        />
      ) : (
        <p className={styles['none']}>{prompts.length === 0 ? none : t('noneFound')}</p>
      )}
      {form ? (
        <PromptDialog
          title={t(form.prompt ? 'editTitle' : 'newTitle')}
          prompt={form.prompt}
          initial={form.initial}
          save={calls.save}
          onSaved={close}
          onClose={close}
        />
      ) : null}
    </div>
  );
};
