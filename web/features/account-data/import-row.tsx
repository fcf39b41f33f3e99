import { useRef, useState } from 'react';

import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { accountDataApi, type ImportOutcome } from './account-data-api.ts';
import styles from './account-data.module.css';
import { say, useTexts } from './texts.ts';
import { importFailure, SOURCES } from './words.ts';

/** Bytes; the server takes no more. */
const MOST_BYTES = 20 * 1024 * 1024;
/** So few need no click to be read. */
const SHOWN_AT_ONCE = 3;

type State =
  | { readonly is: 'calm' | 'busy' }
  | { readonly is: 'done'; readonly outcome: ImportOutcome }
  /** `file`: worth another try as it is. */
  | { readonly is: 'failed'; readonly text: string; readonly file: File | null };

const refusedAtOnce = ({ size }: File): string | null => {
  if (size > MOST_BYTES) return say('tooLarge');
  return size === 0 ? say('empty') : null;
};

const useImport = () => {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<State>({ is: 'calm' });
  const start = async (file: File): Promise<void> => {
    const text = refusedAtOnce(file);
    if (text !== null) {
      setState({ is: 'failed', text, file: null });
      return;
    }
    setState({ is: 'busy' });
    // Untracked, as the store would otherwise hold the file.
    const { data, error } = await dispatch(accountDataApi.endpoints.importChats.initiate(file, { track: false }));
    if (data) setState({ is: 'done', outcome: data });
    else setState({ is: 'failed', text: importFailure(error), file: isOurFault(error) ? file : null });
  };
  return {
    state,
    start: (file: File) => {
      void start(file);
    },
  };
};

const isOurFault = (error: unknown): boolean =>
  !(
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );

const Skipped = ({ outcome }: { readonly outcome: ImportOutcome }) => {
  const t = useTexts();
  const { skipped, skippedInAll } = outcome;
  const unnamed = skippedInAll - skipped.length;
  return (
    <details open={skippedInAll <= SHOWN_AT_ONCE}>
      <summary>{t('skipped', { count: skippedInAll })}</summary>
      <ul className={styles['left']} tabIndex={0} aria-label={t('skippedLabel')}>
        {skipped.map(({ id, title, reason }, index) => (
          <li key={`${index} ${id}`}>
            {t.rich('skippedItem', { title: title || t('untitled'), reason, b: (inside) => <bdi>{inside}</bdi> })}
          </li>
        ))}
        {unnamed > 0 ? <li>{t('andMore', { count: unnamed })}</li> : null}
      </ul>
    </details>
  );
};

const Told = ({ state, onAgain }: { readonly state: State; readonly onAgain: (file: File) => void }) => {
  const t = useTexts();
  if (state.is === 'busy') return <Notice>{t('importing')}</Notice>;
  if (state.is === 'done') {
    const { outcome } = state;
    const { chats, messages } = outcome;
    const source = SOURCES[outcome.source];
    return (
      <Notice tone={chats > 0 ? 'positive' : 'info'}>
        <div className={styles['told']}>
          <p>{chats === 0 ? t('importedNothing', { source }) : t('imported', { chats, messages, source })}</p>
          {outcome.skippedInAll > 0 ? <Skipped outcome={outcome} /> : null}
        </div>
      </Notice>
    );
  }
  if (state.is !== 'failed') return null;
  const { text, file } = state;
  return (
    <Notice
      tone="danger"
      action={
        file ? (
          <Button size="s" onClick={() => onAgain(file)}>
            {t('tryAgain')}
          </Button>
        ) : null
      }
    >
      {text}
    </Notice>
  );
};

/** Brings the chats of another product in, from its export file. */
export const ImportRow = () => {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { state, start } = useImport();
  return (
    <>
      <SettingRow label={t('importTitle')} note={t('importNote')}>
        <Button size="s" busy={state.is === 'busy'} onClick={() => input.current?.click()}>
          {t('chooseFile')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={t('importFile')}
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file may be chosen again.
            target.value = '';
            if (file) start(file);
          }}
        />
      </SettingRow>
      <Told state={state} onAgain={start} />
    </>
  );
};
