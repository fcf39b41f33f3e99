import { useState } from 'react';

import { isApiFailure } from '../../lib/api-error.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, RetryNotice } from '../../ui/display/notice.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { accountDataApi, type ImportResult } from './account-data-api.ts';
import styles from './account-data.module.css';
import { t, useTranslations } from './texts.ts';
import { importErrorMessage, IMPORT_SOURCE_NAMES, skipReason } from './error-messages.ts';

/** The server's limit. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_EXPANDED = 3;

type State =
  | { readonly is: 'idle' | 'busy' }
  | { readonly is: 'done'; readonly outcome: ImportResult }
  /** `file`: may be tried again as it is. */
  | { readonly is: 'failed'; readonly text: string; readonly file: File | null };

const validateFile = ({ size }: File): string | null => {
  if (size > MAX_BYTES) return t('tooLarge');
  return size === 0 ? t('empty') : null;
};

const useImport = (onImported: () => void) => {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<State>({ is: 'idle' });
  const start = async (file: File): Promise<void> => {
    const text = validateFile(file);
    if (text !== null) {
      setState({ is: 'failed', text, file: null });
      return;
    }
    setState({ is: 'busy' });
    // Untracked, so that the file is not in the store.
    const { data, error } = await dispatch(accountDataApi.endpoints.importChats.initiate(file, { track: false }));
    onImported(); // also after a failure, which may come when some chats are in
    if (data) setState({ is: 'done', outcome: data });
    else setState({ is: 'failed', text: importErrorMessage(error), file: isRetryable(error) ? file : null });
  };
  return { state, start: (file: File) => void start(file) };
};

/** Not after a refusal of the file itself. */
const isRetryable = (error: unknown): boolean => !isApiFailure(error) || error.status < 400 || error.status >= 500;

const SkippedChats = ({ outcome }: { readonly outcome: ImportResult }) => {
  const t = useTranslations();
  const { skipped, skippedInAll } = outcome;
  const unnamed = skippedInAll - skipped.length;
  return (
    <details open={skippedInAll <= MAX_EXPANDED}>
      <summary>{t('skipped', { count: skippedInAll })}</summary>
      <ul className={styles['left']} tabIndex={0} aria-label={t('skippedLabel')}>
        {skipped.map(({ id, title, key, count }, index) => (
          <li key={`${index} ${id}`}>
            {t.rich('skippedItem', {
              title: title || t('untitled'),
              reason: skipReason(key, count),
              b: (inside) => <bdi>{inside}</bdi>,
            })}
          </li>
        ))}
        {unnamed > 0 ? <li>{t('andMore', { count: unnamed })}</li> : null}
      </ul>
    </details>
  );
};

const ImportStatus = ({ state, onRetry }: { readonly state: State; readonly onRetry: (file: File) => void }) => {
  const t = useTranslations();
  if (state.is === 'busy') return <Notice>{t('importing')}</Notice>;
  if (state.is === 'done') {
    const { outcome } = state;
    const { chats, messages } = outcome;
    const source = IMPORT_SOURCE_NAMES[outcome.source];
    return (
      <Notice tone={chats > 0 ? 'positive' : 'info'}>
        <div className={styles['result']}>
          <p>{chats === 0 ? t('importedNothing', { source }) : t('imported', { chats, messages, source })}</p>
          {outcome.skippedInAll > 0 ? <SkippedChats outcome={outcome} /> : null}
        </div>
      </Notice>
    );
  }
  if (state.is !== 'failed') return null;
  const { text, file } = state;
  return file ? <RetryNotice onRetry={() => onRetry(file)}>{text}</RetryNotice> : <Notice tone="danger">{text}</Notice>;
};

/** Imports chats from the export file of another product. */
export const ImportRow = ({ onImported }: { readonly onImported: () => void }) => {
  const t = useTranslations();
  const { state, start } = useImport(onImported);
  return (
    <>
      <SettingRow label={t('importTitle')} note={t('importNote')}>
        <FileInput
          label={t('importFile')}
          accept=".json,application/json"
          multiple={false}
          onFiles={([file]) => file && start(file)}
          trigger={(open) => (
            <Button size="s" busy={state.is === 'busy'} onClick={open}>
              {t('chooseFile')}
            </Button>
          )}
        />
      </SettingRow>
      <ImportStatus state={state} onRetry={start} />
    </>
  );
};
