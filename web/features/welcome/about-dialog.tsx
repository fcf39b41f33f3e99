import type { ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './welcome.module.css';
import { useTranslations } from './texts.ts';

interface AboutDialogProps {
  /** What the operator calls the place. */
  readonly name: string;
  readonly limit: number;
  /** Messages a day with a free account; -1: no limit, 0: no number is named. */
  readonly freeLimit: number;
  /** Null for a signed-in user. */
  readonly onSignIn: (() => void) | null;
  readonly onClose: () => void;
  /** What a visitor may set. */
  readonly children?: ReactNode;
}

/** What the product is. `limit`: trial messages a day. */
export const AboutDialog = ({ name, limit, freeLimit, onSignIn, onClose, children }: AboutDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('about', { name })} size="s" onClose={onClose}>
      <div className={styles['about']}>
        <p>{t('aboutWhat', { name })}</p>
        <p>{t('aboutTrial', { limit, free: freeLimit })}</p>
        <p>{t('canBeWrong')}</p>
      </div>
      {children}
      {onSignIn ? (
        <Button variant="primary" size="l" wide onClick={onSignIn}>
          {t('signIn')}
        </Button>
      ) : null}
    </Dialog>
  );
};
