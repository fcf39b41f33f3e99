import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { draftSet, selectDraft } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { Loaded } from '../../ui/display/load-state.tsx';
import { TextArea } from '../../ui/forms/text-input.tsx';
import { instructionApi } from './instruction-api.ts';
import styles from './settings.module.css';
import { useTranslations } from './texts.ts';

const MAX_LENGTH = 1000;
/** The draft survives closing the settings. */
const DRAFT_KEY = 'own-instruction';

/** Edits a draft of the saved text. A failed save changes nothing. */
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
    setTyped(null); // read-only while saving
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

/** The user's custom instructions. */
export const CustomInstructions = () => {
  const t = useTranslations();
  const query = instructionApi.useInstructionQuery();
  return (
    <Loaded query={query} lines={3} loading={t('instructionLoading')} failed={t('instructionNotLoaded')}>
      {({ text }) => <Editor saved={text} />}
    </Loaded>
  );
};
