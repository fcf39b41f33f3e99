import { Button } from '../../ui/button.tsx';
import { Notice, RetryNotice } from '../../ui/display/notice.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { Disclosure } from '../../ui/display/disclosure.tsx';
import styles from './account-data.module.css';
import { IMPORT_SOURCE_NAMES } from './error-messages.ts';
import { useTranslations } from './texts.ts';
import { type Imported, type ImportState, useImport } from './use-import.ts';

const MAX_EXPANDED = 3;

const SkippedChats = ({ outcome: { left, leftInAll } }: { readonly outcome: Imported }) => {
  const t = useTranslations();
  const unnamed = leftInAll - left.length;
  return (
    <Disclosure isOpen={leftInAll <= MAX_EXPANDED} summary={t('skipped', { count: leftInAll })}>
      <ul className={styles['left']} tabIndex={0} aria-label={t('skippedLabel')}>
        {left.map(({ title, reason }, index) => (
          <li key={index}>
            {t.rich('skippedItem', {
              title: title || t('untitled'),
              reason,
              b: (inside) => <bdi>{inside}</bdi>,
            })}
          </li>
        ))}
        {unnamed > 0 ? <li>{t('andMore', { count: unnamed })}</li> : null}
      </ul>
    </Disclosure>
  );
};

const ImportStatus = ({
  state,
  onRetry,
}: {
  readonly state: ImportState;
  readonly onRetry: (files: readonly File[]) => void;
}) => {
  const t = useTranslations();
  if (state.is === 'busy') return <Notice>{t('importing')}</Notice>;
  if (state.is === 'done') {
    const { outcome } = state;
    const { chats, messages, prompts, leftInAll } = outcome;
    const nothingNew = (from: string): string =>
      from === '' ? t('importRefused') : t('importedNothing', { source: from });
    const source = outcome.sources.map((one) => IMPORT_SOURCE_NAMES[one]).join(', ');
    return (
      <Notice tone={chats + prompts > 0 ? 'positive' : 'info'}>
        <div className={styles['result']}>
          {chats > 0 ? <p>{t('imported', { chats, messages, source })}</p> : null}
          {prompts > 0 ? <p>{t('importedPrompts', { prompts, source })}</p> : null}
          {chats + prompts === 0 ? <p>{nothingNew(source)}</p> : null}
          {leftInAll > 0 ? <SkippedChats outcome={outcome} /> : null}
        </div>
      </Notice>
    );
  }
  if (state.is !== 'failed') return null;
  const { text, files } = state;
  return files ? (
    <RetryNotice onRetry={() => onRetry(files)}>{text}</RetryNotice>
  ) : (
    <Notice tone="danger">{text}</Notice>
  );
};

/** Imports chats and saved prompts from the export files of another product, or of Parley. */
export const ImportRow = ({ onImported }: { readonly onImported: () => void }) => {
  const t = useTranslations();
  const { state, start } = useImport(onImported);
  return (
    <>
      <SettingRow label={t('importTitle')} note={t('importNote')}>
        <FileInput
          label={t('importFile')}
          accept=".json,.zip,application/json,application/zip"
          onFiles={start}
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
