import { Component, createRef, type ReactNode } from 'react';

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

const GLIDE = { duration: 300, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

interface DockProps {
  readonly mode: ChatLayoutProps['mode'];
  readonly children: ReactNode;
}

/**
 * Moves the composer from where it stood to where it stands now. It is the same element, so nothing
 * typed or focused is lost.
 * A class, because only classes are called before React changes the document: its place is measured when the mode
 * changes, not with every rendering.
 */
class GlidingDock extends Component<DockProps> {
  private readonly element = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate({ mode }: DockProps): number | null {
    return mode === this.props.mode ? null : this.top();
  }

  override componentDidUpdate(_props: DockProps, _state: unknown, before: number | null): void {
    const [dock, now] = [this.element.current, before === null ? null : this.top()];
    if (!dock || before === null || now === null || before === now) return;
    if (prefersReducedMotion() || typeof dock.animate !== 'function') return;
    dock.animate([{ transform: `translateY(${before - now}px)` }, { transform: 'none' }], GLIDE);
  }

  private top(): number | null {
    return this.element.current?.getBoundingClientRect().top ?? null;
  }

  override render(): ReactNode {
    return (
      <div ref={this.element} className={styles['dock']}>
        {this.props.children}
      </div>
    );
  }
}

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
}: ChatLayoutProps) => (
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
      <GlidingDock mode={mode}>{dock}</GlidingDock>
      {below ? <div className={styles['below']}>{below}</div> : null}
    </div>
    {aside}
  </div>
);
