import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { Legal } from '../../../src/contract/theme.ts';
import { LegalLinks } from '../../ui/display/legal-links.tsx';
import styles from './shared-page.module.css';
import { useTranslations } from './texts.ts';

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then(({ ReportDialog: component }) => ({ default: component })),
);

const ReportButton = ({ token }: { readonly token: string }) => {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['report']} onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" />
        {t('report')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportDialog token={token} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};

interface SharedFooterProps {
  /** Of the page that can be reported; null where there is none. */
  readonly token: string | null;
  readonly legal: Legal | null;
}

/** What the law and readers ask of every page. */
export const SharedFooter = ({ token, legal }: SharedFooterProps) =>
  token === null && legal === null ? null : (
    <footer className={styles['foot']}>
      {token === null ? null : <ReportButton token={token} />}
      {legal ? <LegalLinks legal={legal} /> : null}
    </footer>
  );
