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

const LONGEST = 1000;
/** Under this key what is typed lives on while the settings are closed. */
const DRAFT = 'own-instruction';

const failureText = (error: unknown): string =>
  (isApiFailure(error) && error.message !== '' ? error.message : 'Your instruction could not be saved. Please try again.');

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

const hintText = (length: number): string => `${length} of 1,000 characters. Until something is saved here, replies are written as by default.`;

const Editor = ({ kept }: { readonly kept: string }) => {
  const { text, change, submit, busy, error, isChanged, isSaved } = useEditing(kept);
  const { length } = text.trim();
  const tooLong = length > LONGEST ? `${length} of 1,000 characters: please shorten it by ${length - LONGEST}.` : null;
  return (
    <form className={styles['own']} onSubmit={(event) => { event.preventDefault(); void submit(); }}>
      <Field label="How should replies be written?" error={tooLong} hint={hintText(length)}>
        {(control) => <TextArea {...control} value={text} readOnly={busy} placeholder="For example: short sentences, British spelling, metric units." onText={change} />}
      </Field>
      {error && isChanged ? <Notice tone="danger">{failureText(error)}</Notice> : null}
      <div className={styles['own-save']}>
        <span role="status">{isSaved && !isChanged ? 'Saved' : ''}</span>
        <Button type="submit" size="s" variant="primary" busy={busy} disabled={busy || !isChanged || tooLong !== null}>Save</Button>
      </div>
    </form>
  );
};

/** The person's own text for replies, kept with the account. */
export const OwnInstruction = () => {
  const { data, isError, isFetching, refetch } = instructionApi.useInstructionQuery();
  if (data) return <Editor kept={data.text} />;
  if (!isError) return <Skeleton lines={3} label="Loading your instruction" />;
  return (
    <Notice tone="danger" action={<Button size="s" busy={isFetching} onClick={() => void refetch()}>Try again</Button>}>
      Your instruction could not be loaded.
    </Notice>
  );
};
