import { TypedText } from './typed-text.tsx';
import styles from './welcome.module.css';
import { useTranslations } from './texts.ts';

interface TrialWelcomeProps {
  readonly subtitle: string;
  readonly onTyped: () => void;
}

/** The head of a visitor's first page. */
export const TrialWelcome = ({ subtitle, onTyped }: TrialWelcomeProps) => {
  const t = useTranslations();
  return (
    <header className={styles['head']}>
      <h1 className={styles['title']}>
        <TypedText text={t('trialTitle')} onDone={onTyped} />
      </h1>
      <p dir="auto" className={styles['tagline']}>
        {subtitle}
      </p>
    </header>
  );
};
