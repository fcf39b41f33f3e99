import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { draftSet, selectDraft } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { TextArea } from '../../ui/forms/text-input.tsx';
import { instructionApi } from './instruction-api.ts';
import styles from './settings.module.css';
import { useTranslations } from './texts.ts';

const MAX_LENGTH = 1000;
/** Under this key what is typed lives on while the settings are closed. */
const DRAFT_KEY = 'own-instruction';

/** What is typed over what is kept; null: nothing is. A failure takes nothing of it. */
const useInstructionEditor = (saved: string) => {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft(DRAFT_KEY));
  const [typed, setTyped] = useState(draft === '' ? null : draft);
  const [save, { isLoading: busy, error, isSuccess }] = instructionApi.useKeepInstructionMutation();
  const text = typed ?? saved;
  const change = (next: string): void => {
    setTyped(next);
    dispatch(draftSet({ key: DRAFT_KEY, text: next }));
  };
  const submit = async (): Promise<void> => {
    const { data } = await save({ text: text.trim() });
    if (!data) return;
    setTyped(null); // the box takes no typing while it is saved
    dispatch(draftSet({ key: DRAFT_KEY, text: '' }));
  };
  return { text, change, submit, busy, error, isChanged: text.trim() !== saved, isSaved: isSuccess };
};

const Editor = ({ saved }: { readonly saved: string }) => {
  const t = useTranslations();
  const { text, change, submit, busy, error, isChanged, isSaved } = useInstructionEditor(saved);
  const { length } = text.trim();
  const tooLong = length > MAX_LENGTH ? t('instructionTooLong', { length, over: length - MAX_LENGTH }) : null;
  return (
    <form
      className={styles['own']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={t('instruction')} error={tooLong} hint={t('instructionHint', { length })}>
        {(control) => (
          <TextArea {...control} value={text} readOnly={busy} placeholder={t('instructionExample')} onText={change} />
        )}
      </Field>
      {error && isChanged ? <Notice tone="danger">{getErrorMessage(error, t('instructionNotSaved'))}</Notice> : null}
      <div className={styles['own-save']}>
        <span role="status">{isSaved && !isChanged ? t('saved') : ''}</span>
        <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || !isChanged || tooLong !== null}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
};

/** The person's own text for replies, kept with the account. */
export const CustomInstructions = () => {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = instructionApi.useInstructionQuery();
  if (data) return <Editor saved={data.text} />;
  if (!isError) return <Skeleton lines={3} label={t('instructionLoading')} />;
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" busy={isFetching} onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('instructionNotLoaded')}
    </Notice>
  );
};
