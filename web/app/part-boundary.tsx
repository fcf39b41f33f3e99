import { Component, Suspense, type ReactNode } from 'react';

import { usePage } from '../lib/page.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './part-boundary.module.css';
import { useTexts } from './texts.ts';

/** Stands where a part would be, or over the page for one that would lie over it. */
const FailedPart = ({ place }: { readonly place: 'here' | 'over' }) => {
  const t = useTexts();
  const page = usePage();
  return (
    <div className={styles[place]}>
      <div className={styles['notice']}>
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={() => page.reload()}>
              {t('refreshPage')}
            </Button>
          }
        >
          {t('partFailed')}
        </Notice>
      </div>
    </div>
  );
};

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** What stands for a part that failed; by default a notice in its place. */
  readonly instead?: ReactNode;
}

/**
 * A part that cannot be drawn takes nothing else with it. Most often its file did not come: the line broke, or the server
 * was brought to a newer version while the page was open. The browser remembers that, so only a fresh page helps.
 */
export class PartBoundary extends Component<PartBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, instead = <FailedPart place="here" /> } = this.props;
    return this.state.failed ? instead : children;
  }
}

/** Where what lies over the page is fetched and drawn: nothing until it is there, and a notice over the page should it not come. */
export const OverPage = ({ children }: { readonly children: ReactNode }) => (
  <PartBoundary instead={<FailedPart place="over" />}>
    <Suspense>{children}</Suspense>
  </PartBoundary>
);
