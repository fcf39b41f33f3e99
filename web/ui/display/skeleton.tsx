import styles from './skeleton.module.css';
import { useTranslations } from '../control-texts.ts';

interface SkeletonProps {
  readonly lines?: number;
  readonly label?: string;
}

/** Grey lines in place of text that is loading. The label is for screen readers. */
export const Skeleton = ({ lines = 3, label }: SkeletonProps) => {
  const t = useTranslations();
  return (
    <div role="status" className={styles['skeleton']}>
      <span className="visually-hidden">{label ?? t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className={styles['line']} />
      ))}
    </div>
  );
};
