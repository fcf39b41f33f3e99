import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { downloadFile } from '../../../state/download-file.ts';
import { useAppStore } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { numberFormat } from '../shared/intl.ts';
import { auditApi, exportAudit, type AuditFilter, type AuditVerdict } from './audit-api.ts';
import { useAuditTranslations, type AuditTextKey } from './audit-texts.ts';
import styles from './audit.module.css';

type Format = 'csv' | 'jsonl';

const FAULTS: Readonly<Record<NonNullable<AuditVerdict['fault']>['kind'], AuditTextKey>> = {
  gap: 'faultGap',
  hash: 'faultHash',
  seal: 'faultSeal',
  head: 'faultHead',
  anchor: 'faultAnchor',
};

const Verdict = ({ verdict: { checked, head, fault } }: { readonly verdict: AuditVerdict }) => {
  const t = useAuditTranslations();
  if (fault)
    return <Notice tone="danger">{t(FAULTS[fault.kind], { sequence: numberFormat().format(fault.sequence) })}</Notice>;
  return (
    <Notice tone="positive">
      {t('verified', { count: checked, sequence: numberFormat().format(head.sequence) })}{' '}
      <code className={styles['hash']} dir="ltr">
        {head.hash}
      </code>
    </Notice>
  );
};

/** Verifies the chain, and saves what the filter finds as a file. */
export const AuditActions = ({ filter }: { readonly filter: AuditFilter }) => {
  const t = useAuditTranslations();
  const store = useAppStore();
  const [verify, verification] = auditApi.useVerifyAuditMutation();
  const [exporting, setExporting] = useState<Format | 'failed' | null>(null);
  const run = async (format: Format): Promise<void> => {
    setExporting(format);
    const failure = await downloadFile(store, exportAudit({ query: { ...filter, format } }).path, `audit.${format}`);
    setExporting(failure ? 'failed' : null);
  };
  return (
    <>
      <div className={styles['buttons']}>
        <Button icon={<ShieldCheck />} busy={verification.isLoading} onClick={() => void verify()}>
          {t('verify')}
        </Button>
        <Button icon={<Download />} busy={exporting === 'csv'} onClick={() => void run('csv')}>
          {t('exportCsv')}
        </Button>
        <Button icon={<Download />} busy={exporting === 'jsonl'} onClick={() => void run('jsonl')}>
          {t('exportLines')}
        </Button>
      </div>
      {exporting === 'failed' ? <Notice tone="danger">{t('exportFailed')}</Notice> : null}
      {verification.isError ? <Notice tone="danger">{t('verifyFailed')}</Notice> : null}
      {verification.data ? <Verdict verdict={verification.data} /> : null}
    </>
  );
};
