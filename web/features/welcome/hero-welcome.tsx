import { TypedText } from './typed-text.tsx';
import styles from './welcome.module.css';

interface HeroWelcomeProps {
  readonly name: string;
  readonly subtitle: string;
  readonly onTyped: () => void;
}

/** The head of the page where visitors begin at one large search: the name of the place, as its operator gave it. */
export const HeroWelcome = ({ name, subtitle, onTyped }: HeroWelcomeProps) => (
  <header className={styles['head']}>
    <h1 dir="auto" className={styles['name']}>
      <TypedText text={name} onDone={onTyped} />
    </h1>
    <p dir="auto" className={styles['tagline']}>
      {subtitle}
    </p>
  </header>
);
