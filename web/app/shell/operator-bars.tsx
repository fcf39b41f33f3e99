import type { Answer } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/theme.ts';
import { useTranslations } from '../texts.ts';
import { Announcement, OperatorBar } from './operator-bar.tsx';

type OperatorBarsProps = Pick<Answer<typeof contract.theme>, 'sandbox' | 'maintenance' | 'announcement'>;

/** Everything that the operator tells everybody now. */
export const OperatorBars = ({ sandbox, maintenance, announcement }: OperatorBarsProps) => {
  const t = useTranslations();
  return (
    <>
      {sandbox ? <OperatorBar tone="warning">{t('sandboxBar')}</OperatorBar> : null}
      {maintenance ? <OperatorBar tone="warning">{maintenance.text || t('maintenanceBar')}</OperatorBar> : null}
      {announcement ? <Announcement key={announcement.text} {...announcement} /> : null}
    </>
  );
};
