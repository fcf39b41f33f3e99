import { useRef, useState, type FormEvent } from 'react';

import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import { Button } from '../button.tsx';
import { Notice } from '../display/notice.tsx';
import { Field } from '../forms/field.tsx';
import { TextArea, TextField, TextInput } from '../forms/text-input.tsx';
import { AlertDialog } from '../overlays/alert-dialog.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import dialogStyles from '../overlays/dialog.module.css';
import type { SavePrompt } from './prompt-calls.ts';
import type { PromptContent } from './prompt-content.ts';
import styles from './prompts.module.css';
import { useTranslations } from './texts.ts';
import { usePromptForm, type PromptForm } from './use-prompt-form.ts';

const TEXT_ROWS = 8;

const Fields = ({ form: { content, set, errors } }: { readonly form: PromptForm }) => {
  const t = useTranslations();
  return (
    <>
      <TextField
        label={t('title')}
        data-autofocus
        value={content.title}
        error={errors.title}
        onText={(text) => set('title', text)}
      />
      <Field label={t('command')} error={errors.command} hint={t('commandHint')}>
        {(control) => (
          <div className={styles['slashed']}>
            <span aria-hidden="true">/</span>
            <TextInput
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              {...control}
              value={content.command}
              onText={(text) => set('command', text)}
            />
          </div>
        )}
      </Field>
      <TextField
        label={t('description')}
        optional
        value={content.description}
        error={errors.description}
        onText={(text) => set('description', text)}
      />
      <Field
        label={t('text')}
        error={errors.text}
        hint={t.rich('textHint', {
          topic: '{{topic}}',
          language: '{{language:English}}',
          tone: '{{tone:calm|warm}}',
          today: '{{today}}',
          code: (inside) => (
            <code dir="ltr" className={styles['code']}>
              {inside}
            </code>
          ),
        })}
      >
        {(control) => (
          <TextArea {...control} rows={TEXT_ROWS} value={content.text} onText={(text) => set('text', text)} />
        )}
      </Field>
    </>
  );
};

const ConflictNotice = ({ form: { conflict, busy, resolve } }: { readonly form: PromptForm }) => {
  const t = useTranslations();
  if (!conflict) return null;
  const action = (
    <Button size="s" busy={busy} onClick={() => void resolve()}>
      {t(conflict.is === 'changed' ? 'saveMine' : 'saveAsNew')}
    </Button>
  );
  return (
    <>
      <Notice tone="danger" action={action}>
        {t(conflict.is === 'changed' ? 'changedMeanwhile' : 'deletedMeanwhile')}
      </Notice>
      {conflict.is === 'changed' ? (
        <details className={styles['other']}>
          <summary>{t('otherVersion')}</summary>
          <p dir="auto">{conflict.title}</p>
          <pre dir="auto" tabIndex={0} aria-label={t('otherVersion')}>
            {conflict.text}
          </pre>
        </details>
      ) : null}
    </>
  );
};

interface PromptDialogProps {
  readonly title: string;
  /** The prompt to change; null: a new one. */
  readonly prompt: SavedPrompt | null;
  readonly initial: PromptContent;
  readonly save: SavePrompt;
  readonly onSaved: (prompt: SavedPrompt) => void;
  readonly onClose: () => void;
}

/** The form of a prompt. It asks before it closes over what is not saved. */
export const PromptDialog = ({ title, onClose, ...input }: PromptDialogProps) => {
  const t = useTranslations();
  const form = usePromptForm(input);
  const ref = useRef<HTMLFormElement>(null);
  const [asks, setAsks] = useState(false);
  const close = (): void => (form.isChanged ? setAsks(true) : onClose());
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const isSent = await form.submit();
    if (!isSent) requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <Dialog title={title} size="l" onClose={close}>
      <form ref={ref} noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
        <Fields form={form} />
        <ConflictNotice form={form} />
        {form.failure === null ? null : <Notice tone="danger">{form.failure}</Notice>}
        <div className={dialogStyles['actions']}>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('save')}
          </Button>
        </div>
      </form>
      {asks ? (
        <AlertDialog
          title={t('discardTitle')}
          text={t('discardText')}
          action={t('discard')}
          dismissal={t('keepEditing')}
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        />
      ) : null}
    </Dialog>
  );
};
