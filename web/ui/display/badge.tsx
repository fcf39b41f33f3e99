import type { ReactNode } from 'react';

import styles from './badge.module.css';
import { cx } from '../cx.ts';

/** A word that names a kind or a state: quiet by default. */
export const Badge = ({
  tone = 'quiet',
  children,
}: {
  readonly tone?: 'quiet' | 'accent' | 'warning' | 'danger';
  readonly children: ReactNode;
}) => <span className={cx(styles['badge'], styles[tone])}>{children}</span>;
