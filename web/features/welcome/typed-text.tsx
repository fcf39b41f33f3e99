import { useEffect, useEffectEvent, useState } from 'react';

import { prefersReducedMotion } from '../../lib/media.ts';
import styles from './typed-text.module.css';

const LETTER_INTERVAL_MS = 32;

interface TypedTextProps {
  readonly text: string;
  readonly onDone?: () => void;
}

/**
 * Text that writes itself once. It is in the page whole from the start, so nothing around it moves and it is read out
 * as one sentence; people who asked for less motion see it at once.
 */
export const TypedText = ({ text, onDone }: TypedTextProps) => {
  const [shown, setShown] = useState(0);
  const letters = Array.from(text);
  const count = letters.length;
  const done = useEffectEvent(() => onDone?.());

  useEffect(() => {
    let at = prefersReducedMotion() ? count : 0;
    setShown(at);
    if (at === count) {
      done();
      return;
    }
    const timer = setInterval(() => {
      at += 1;
      setShown(at);
      if (at < count) return;
      clearInterval(timer);
      done();
    }, LETTER_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [text, count]);

  return (
    <>
      <span className="visually-hidden">{text}</span>
      <span aria-hidden="true">
        {letters.slice(0, shown).join('')}
        <span className={styles['rest']}>{letters.slice(shown).join('')}</span>
      </span>
    </>
  );
};
