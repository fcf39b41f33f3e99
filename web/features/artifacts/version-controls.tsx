import { ChevronLeft, ChevronRight } from 'lucide-react';

import { IconButton } from '../../ui/icon-button.tsx';
import styles from './artifact-panel.module.css';
import { useTranslations } from './texts.ts';

export type View = 'preview' | 'source' | 'changes' | 'edit';

interface VersionsProps {
  readonly index: number;
  readonly count: number;
  readonly onStep: (step: number) => void;
  /** Whose it is, where the person wrote it. */
  readonly whose: string | null;
}

export const Versions = ({ index, count, onStep, whose }: VersionsProps) => {
  const t = useTranslations();
  if (count < 2) return null;
  return (
    <span className={styles['versions']} role="group" aria-label={t('versions')}>
      <IconButton
        size="s"
        label={t('previousVersion')}
        icon={<ChevronLeft className="mirrored" />}
        disabled={index === 0}
        onClick={() => onStep(-1)}
      />
      <span aria-label={t('versionOf', { index: index + 1, count })}>
        {index + 1}/{count}
      </span>
      {whose === null ? null : <span className={styles['whose']}>{whose}</span>}
      <IconButton
        size="s"
        label={t('nextVersion')}
        icon={<ChevronRight className="mirrored" />}
        disabled={index === count - 1}
        onClick={() => onStep(1)}
      />
    </span>
  );
};

interface ViewsProps {
  readonly views: readonly View[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

export const Views = ({ views, view, onView }: ViewsProps) => {
  const t = useTranslations();
  return (
    <span className={styles['views']} role="group" aria-label={t('view')}>
      {views.map((each) => (
        <button key={each} type="button" aria-pressed={each === view} onClick={() => onView(each)}>
          {t(each)}
        </button>
      ))}
    </span>
  );
};
