import { TypedText } from './typed-text.tsx';
import styles from './welcome.module.css';

interface TrialWelcomeProps {
  readonly subtitle: string;
  readonly onTyped: () => void;
}

/** The head of a visitor's first page. */
export const TrialWelcome = ({ subtitle, onTyped }: TrialWelcomeProps) => (
  <header className={styles['head']}>
    <h1 className={styles['title']}><TypedText text="A quiet place to think." onDone={onTyped} /></h1>
    <p dir="auto" className={styles['tagline']}>{subtitle}</p>
  </header>
);
