import { TypedText } from './typed-text.tsx';
import styles from './welcome.module.css';

const TAGLINE = 'Ask anything. No account needed to begin.';

/** The head of a visitor's first page. */
export const TrialWelcome = ({ onTyped }: { readonly onTyped: () => void }) => (
  <header className={styles['head']}>
    <h1 className={styles['title']}><TypedText text="A quiet place to think." onDone={onTyped} /></h1>
    <p className={styles['tagline']}>{TAGLINE}</p>
  </header>
);
