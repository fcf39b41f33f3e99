import type { ComponentProps, ReactNode } from 'react';

import { cx } from '../cx.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './copy-line.module.css';

interface CopyLineProps extends ComponentProps<typeof CopyButton> {
  readonly className?: string | undefined;
  /** A link or code. */
  readonly children: ReactNode;
}

/** A text in one line or a few, beside the button that copies it. */
export const CopyLine = ({ className, children, ...button }: CopyLineProps) => (
  <div className={cx(styles['line'], className)}>
    {children}
    <CopyButton tooltip="left" {...button} />
  </div>
);
