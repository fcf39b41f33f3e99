import { ShieldCheck } from 'lucide-react';
import { useId } from 'react';

import { useTranslations } from '../texts.ts';
import styles from './citation-support.module.css';

interface CitationSupportProps {
  readonly checked: number;
  readonly supported: number;
}

/** How many of the checked citations are supported, with an explanation on hover and focus. */
export const CitationSupport = ({ checked, supported }: CitationSupportProps) => {
  const t = useTranslations();
  const id = useId();
  if (checked < 1) return null;
  return (
    <p className={styles['line']}>
      <button type="button" dir="auto" className={styles['button']} aria-describedby={id}>
        <ShieldCheck aria-hidden="true" />
        {t('supported', { supported, checked })}
      </button>
      <span id={id} role="tooltip" className={styles['why']}>
        <span dir="auto">{t('supportedWhy', { percent: Math.round((supported / checked) * 100) })}</span>
      </span>
    </p>
  );
};
