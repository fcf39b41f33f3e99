import type { ReactNode } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { useTranslations } from '../texts.ts';

interface LoadFailedProps {
  readonly busy: boolean;
  readonly onRetry: () => void;
  /** What could not be loaded, in words. */
  readonly children: ReactNode;
}

/** Something could not be loaded; it can be asked for again. */
export const LoadFailed = ({ busy, onRetry, children }: LoadFailedProps) => {
  const t = useTranslations();
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" busy={busy} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
};
