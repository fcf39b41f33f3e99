import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

import { prefersReducedMotion } from '../../lib/media.ts';
import styles from './chat-layout.module.css';

interface ChatLayoutProps {
  /** `welcome`: the composer stands in the optical middle. `chat`: it stands at the foot, the conversation over it. */
  readonly mode: 'welcome' | 'chat';
  readonly body: ReactNode;
  readonly dock: ReactNode;
  readonly below?: ReactNode;
  /** The name of the conversation, over it; null where the body begins at the top of the page. */
  readonly title?: string | null;
  /** What can be done with it, beside its name. */
  readonly titleMenu?: ReactNode;
  /** The composer takes one line only: the page belongs to what is read. */
  readonly slim?: boolean;
  /** What is looked at beside all of it. */
  readonly aside?: ReactNode;
  /** The composer is one large search in the middle of an empty page. */
  readonly hero?: boolean;
}

interface Place {
  readonly mode: ChatLayoutProps['mode'];
  readonly top: number;
}

const GLIDE = { duration: 300, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Moves the composer from where it stood to where it stands now. It is the same element, so nothing typed or focused is lost. */
const useGlideAnimation = (mode: ChatLayoutProps['mode']) => {
  const ref = useRef<HTMLDivElement>(null);
  /** Its animation has just started, so that its rectangle is not yet its final place. */
  const isMoved = useRef(false);
  const before = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const [dock, last] = [ref.current, before.current];
    if (!dock || !last || last.mode === mode) return;
    const { top } = dock.getBoundingClientRect();
    before.current = { mode, top };
    if (last.top === top || prefersReducedMotion() || typeof dock.animate !== 'function') return;
    dock.animate([{ transform: `translateY(${last.top - top}px)` }, { transform: 'none' }], GLIDE);
    isMoved.current = true;
  });
  // After the paint, where measuring forces no layout.
  useEffect(() => {
    if (ref.current && !isMoved.current) before.current = { mode, top: ref.current.getBoundingClientRect().top };
    isMoved.current = false;
  });
  return ref;
};

/** The one arrangement of every screen that has a composer. */
export const ChatLayout = ({
  mode,
  body,
  dock,
  below,
  title,
  titleMenu,
  aside,
  slim = false,
  hero = false,
}: ChatLayoutProps) => {
  const ref = useGlideAnimation(mode);
  return (
    <div className={styles['split']}>
      <div
        className={styles['stage']}
        data-mode={mode}
        data-slim={slim || undefined}
        data-hero={(hero && mode === 'welcome') || undefined}
      >
        {mode === 'chat' && title !== null ? (
          <div className={styles['strip']}>
            {title ? (
              <>
                <h1 dir="auto" className={styles['title']}>
                  {title}
                </h1>
                {titleMenu}
              </>
            ) : null}
          </div>
        ) : null}
        <div className={styles['body']}>{body}</div>
        <div ref={ref} className={styles['dock']}>
          {dock}
        </div>
        {below ? <div className={styles['below']}>{below}</div> : null}
      </div>
      {aside}
    </div>
  );
};
