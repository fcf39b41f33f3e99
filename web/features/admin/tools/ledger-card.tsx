import { Download } from 'lucide-react';
import { useState } from 'react';

import { downloadFile } from '../../../state/download-file.ts';
import { useAppStore } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { exportToolCalls } from './shared-servers-api.ts';
import { useToolsTranslations } from './tools-texts.ts';

const DAYS = 90;

/** Saves the ledger of tool calls as a file. */
export const LedgerCard = () => {
  const t = useToolsTranslations();
  const store = useAppStore();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    setState('busy');
    const failure = await downloadFile(store, exportToolCalls({ query: { days: DAYS } }).path, 'tool-calls.csv');
    setState(failure ? 'failed' : 'idle');
  };
  return (
    <Card title={t('ledger')} note={t('ledgerNote')}>
      <div>
        <Button icon={<Download />} busy={state === 'busy'} onClick={() => void save()}>
          {t('exportCsv')}
        </Button>
      </div>
      {state === 'failed' ? <Notice tone="danger">{t('exportFailed')}</Notice> : null}
    </Card>
  );
};
