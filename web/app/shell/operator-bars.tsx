import { X } from 'lucide-react';
import { useState } from 'react';

import type { Answer } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/theme.ts';
import { useTranslations } from '../texts.ts';
import styles from './operator-bar.module.css';
import { OperatorBar } from './operator-bar.tsx';

type OperatorBarsProps = Pick<Answer<typeof contract.theme>, 'sandbox' | 'maintenance' | 'announcement'>;

/** Everything that the operator tells everybody now. A closed announcement is gone until the page is loaded again. */
export const OperatorBars = ({ sandbox, maintenance, announcement }: OperatorBarsProps) => {
  const t = useTranslations();
  const [closedText, setClosedText] = useState<string | null>(null);
  const open = announcement?.text === closedText ? null : announcement;
  if (!sandbox && !maintenance && !open) return null;
  return (
    <section aria-label={t('notices')}>
      {sandbox ? <OperatorBar tone="warning">{t('sandboxBar')}</OperatorBar> : null}
      {maintenance ? <OperatorBar tone="warning">{maintenance.text || t('maintenanceBar')}</OperatorBar> : null}
      {open ? (
        <OperatorBar tone={open.tone}>
          {open.text}
          <button
            type="button"
            className={styles['close']}
            aria-label={t('closeAnnouncement')}
            onClick={() => setClosedText(open.text)}
          >
            <X aria-hidden="true" />
          </button>
        </OperatorBar>
      ) : null}
    </section>
  );
};
