import { useMemo } from 'react';

import { diffLines, type DiffLine } from '../../../src/shared/line-diff.ts';
import styles from './artifact-panel.module.css';
import { useTranslations } from './texts.ts';

interface ArtifactChangesProps {
  readonly before: string;
  readonly after: string;
}

const SIGNS: Readonly<Record<DiffLine['mark'], string>> = { same: ' ', added: '+', removed: '−' };

/** What this version changed, line by line. */
export const ArtifactChanges = ({ before, after }: ArtifactChangesProps) => {
  const t = useTranslations();
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (before === after) return <p className={styles['note']}>{t('noChanges')}</p>;
  return (
    <pre className={styles['changes']} tabIndex={0} aria-label={t('changes')} dir="ltr">
      {lines.map(({ mark, text }, at) => (
        <span key={at} className={styles[mark]}>
          <span aria-hidden="true" className={styles['sign']}>
            {SIGNS[mark]}
          </span>
          {mark === 'same' ? null : (
            <span className="visually-hidden">{t(mark === 'removed' ? 'removed' : 'added')}: </span>
          )}
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
};
