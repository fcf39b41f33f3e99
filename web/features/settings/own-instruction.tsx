import { useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { draftSet, selectDraft } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { instructionApi } from './instruction-api.ts';
import styles from './settings.module.css';
import { say, useTexts } from './texts.ts';

const LONGEST = 1000;
/** Under this key what is typed lives on while the settings are closed. */
const DRAFT = 'own-instruction';

const failureText = (error: unknown): string =>
  isApiFailure(error) && error.message !== '' ? error.message : say('instructionNotSaved');

/** What is typed over what is kept; null: nothing is. A failure takes nothing of it. */
const useEditing = (kept: string) => {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft(DRAFT));
  const [typed, setTyped] = useState(draft === '' ? null : draft);
  const [save, { isLoading: busy, error, isSuccess }] = instructionApi.useKeepInstructionMutation();
  const text = typed ?? kept;
  const change = (next: string): void => {
    setTyped(next);
    dispatch(draftSet({ key: DRAFT, text: next }));
  };
  const submit = async (): Promise<void> => {
    const { data } = await save({ text: text.trim() });
    if (!data) return;
    setTyped(null); // the box takes no typing while it is saved
    dispatch(draftSet({ key: DRAFT, text: '' }));
  };
  return { text, change, submit, busy, error, isChanged: text.trim() !== kept, isSaved: isSuccess };
};

const Editor = ({ kept }: { readonly kept: string }) => {
  const t = useTexts();
  const { text, change, submit, busy, error, isChanged, isSaved } = useEditing(kept);
  const { length } = text.trim();
  const tooLong = length > LONGEST ? t('instructionTooLong', { length, over: length - LONGEST }) : null;
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
      {error && isChanged ? <Notice tone="danger">{failureText(error)}</Notice> : null}
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
export const OwnInstruction = () => {
  const t = useTexts();
  const { data, isError, isFetching, refetch } = instructionApi.useInstructionQuery();
  if (data) return <Editor kept={data.text} />;
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
