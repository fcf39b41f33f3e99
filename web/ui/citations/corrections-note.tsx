import { ChevronRight, PenLine } from 'lucide-react';

import type { Correction } from '../../../src/shared/reply-details.ts';
import { cx } from '../cx.ts';
import { useTranslations } from '../texts.ts';
import styles from './corrections-note.module.css';

interface CorrectionsNoteProps {
  readonly corrections: readonly Correction[];
  /** On paper nothing unfolds. */
  readonly isOpen?: boolean;
}

/** Without the signs of emphasis; marks stay, because they may be what was corrected. */
const toPlainSentence = (text: string): string => text.replace(/\*{1,3}|_{2,3}|~~/g, '');

/** How many sentences were corrected after the citation check; unfolded, what stood in their place. */
export const CorrectionsNote = ({ corrections, isOpen = false }: CorrectionsNoteProps) => {
  const t = useTranslations();
  if (corrections.length === 0) return null;
  return (
    <details className={styles['note']} open={isOpen} data-testid="corrections">
      <summary dir="auto">
        <PenLine aria-hidden="true" />
        {t('corrected', { count: corrections.length })}
        <ChevronRight aria-hidden="true" className={cx(styles['chevron'], 'mirrored')} />
      </summary>
      <ul>
        {corrections.map(({ at, before, after }) => (
          <li key={at}>
            <span className={styles['label']}>{t('correctedBefore')}</span>
            <del dir="auto">{toPlainSentence(before)}</del>
            <span className={styles['label']}>{t('correctedAfter')}</span>
            <ins dir="auto">{toPlainSentence(after)}</ins>
          </li>
        ))}
      </ul>
    </details>
  );
};
