import { useState } from 'react';

import { useAppStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { RetryNotice } from '../../ui/display/notice.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { exportData, type ExportFormat } from './account-data-api.ts';
import styles from './account-data.module.css';
import { useTranslations } from './texts.ts';
import { exportErrorMessage } from './error-messages.ts';

const FORMATS = [
  { format: 'json', name: 'JSON' },
  { format: 'markdown', name: 'Markdown' },
] as const;

const useExport = () => {
  const store = useAppStore();
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const [failed, setFailed] = useState<{ readonly format: ExportFormat; readonly text: string } | null>(null);
  const start = async (format: ExportFormat): Promise<void> => {
    setFailed(null);
    setBusy(format);
    const failure = await exportData(store, format);
    setBusy(null);
    setFailed(failure && { format, text: exportErrorMessage(failure) });
  };
  return { busy, failed, start: (format: ExportFormat) => void start(format) };
};

/** Exports all data of the account as one file. */
export const ExportRow = () => {
  const t = useTranslations();
  const { busy, failed, start } = useExport();
  return (
    <>
      <SettingRow label={t('exportAll')} note={t('exportNote')}>
        <div className={styles['buttons']}>
          {FORMATS.map(({ format, name }) => (
            <Button
              key={format}
              size="s"
              aria-label={t('exportAs', { format: name })}
              busy={busy === format}
              disabled={busy !== null}
              onClick={() => start(format)}
            >
              {name}
            </Button>
          ))}
        </div>
      </SettingRow>
      {failed ? <RetryNotice onRetry={() => start(failed.format)}>{failed.text}</RetryNotice> : null}
    </>
  );
};
