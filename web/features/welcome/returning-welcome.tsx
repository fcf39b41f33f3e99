import { useEffect, useState } from 'react';

import { useBrowserEnv } from '../../lib/browser-env.ts';
import { cx } from '../../ui/cx.ts';
import { greetingAt } from './greeting.ts';
import { TypedText } from './typed-text.tsx';
import styles from './welcome.module.css';
import { useTranslations } from './texts.ts';

const HINT_DURATION_MS = 4000;
const GREETING_INTERVAL_MS = 3.5 * 3_600_000;

interface ReturningWelcomeProps {
  readonly name: string;
}

/** Counts up each three and a half hours, so that a page left open greets by the hour it is now. */
const useGreetingRound = (): number => {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), GREETING_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return round;
};

/** The head of a signed-in user's page: a greeting, and a hint that disappears. */
export const ReturningWelcome = ({ name }: ReturningWelcomeProps) => {
  const t = useTranslations();
  const env = useBrowserEnv();
  const round = useGreetingRound();
  const [hinted, setHinted] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setHinted(false), HINT_DURATION_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <header className={styles['head']}>
      <h1 className={styles['title']}>
        <TypedText key={round} text={greetingAt(env.now().getHours(), name)} />
      </h1>
      <p className={cx(styles['tagline'], styles['hint'], !hinted && styles['gone'])} aria-hidden={!hinted}>
        {t('hint')}
      </p>
    </header>
  );
};
