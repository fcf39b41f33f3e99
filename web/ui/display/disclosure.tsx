import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from '../cx.ts';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly summary: ReactNode;
  /** The name of the summary, where its text alone does not say what is unfolded. */
  readonly label?: string | undefined;
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: ((isOpen: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Content behind a line with a chevron. The browser folds it, so finding in the page unfolds it. */
export const Disclosure = ({ summary, label, isOpen, onToggle, className, children }: DisclosureProps) => (
  <details
    className={cx(styles['disclosure'], className)}
    open={isOpen}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
  >
    <summary aria-label={label}>
      <ChevronRight aria-hidden="true" className="mirrored" />
      <span>{summary}</span>
    </summary>
    {children}
  </details>
);
