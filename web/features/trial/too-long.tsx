import { useTranslations } from './texts.ts';
import styles from './trial.module.css';

interface TooLongProps {
  /** Null while the text fits. */
  readonly length: number | null;
  readonly limit: number;
}

/** Names the limit of a visitor's message before it is sent. */
export const TooLong = ({ length, limit }: TooLongProps) => {
  const t = useTranslations();
  return (
    <p role="status" className={styles['too-long']}>
      {length === null ? null : t('tooLong', { length, limit })}
    </p>
  );
};
