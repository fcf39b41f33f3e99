import { use, useId, useLayoutEffect, useRef, useState } from 'react';

import { useTranslations } from '../conversation-texts.ts';
import styles from './turn.module.css';
import { UnfoldedContext } from './unfolded.ts';

/** Shorter texts never fill twelve lines, not even on a phone. */
const MIN_FOLDED_LENGTH = 240;
const MAX_LINES = 12;

const mayBeLong = (text: string): boolean =>
  text.length > MIN_FOLDED_LENGTH || text.split('\n', MAX_LINES + 1).length > MAX_LINES;

const DEFAULT_LINE_HEIGHT_PX = 26;

/** Whether a text fills more lines than a folded box has, at the width that it has now. */
const useIsLong = (enabled: boolean) => {
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !enabled) return undefined;
    const measure = (): void => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight) || DEFAULT_LINE_HEIGHT_PX;
      setIsLong(element.scrollHeight > MAX_LINES * lineHeight + 1);
    };
    measure();
    if (typeof ResizeObserver !== 'function') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [enabled]);
  return { box, isLong: enabled && isLong };
};

/** A question as it was typed. One of more than twelve lines is folded. */
export const UserText = ({ messageId, text }: { readonly messageId: string; readonly text: string }) => {
  const t = useTranslations();
  const id = useId();
  const unfolded = use(UnfoldedContext);
  const isUnfolded = unfolded?.ids.has(messageId) ?? false;
  const isCandidate = unfolded !== null && mayBeLong(text);
  const { box, isLong } = useIsLong(isCandidate);
  return (
    <div className={styles['bubble']}>
      <div
        ref={box}
        id={id}
        dir="auto"
        data-searched
        data-folded={(isCandidate && !isUnfolded) || undefined}
        data-cut={(isLong && !isUnfolded) || undefined}
        className={styles['user-text']}
      >
        {text}
      </div>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls={id}
          className={styles['more']}
          onClick={() => (isUnfolded ? unfolded?.fold(messageId) : unfolded?.unfold(messageId))}
        >
          {t(isUnfolded ? 'showLess' : 'showMore')}
        </button>
      ) : null}
    </div>
  );
};
