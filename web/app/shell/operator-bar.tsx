import type { ReactNode } from 'react';

import { cx } from '../../ui/cx.ts';
import styles from './operator-bar.module.css';

interface OperatorBarProps {
  readonly tone: 'info' | 'warning';
  readonly children: ReactNode;
}

/** What the operator tells everybody, over every page. */
export const OperatorBar = ({ tone, children }: OperatorBarProps) => (
  <div role="note" dir="auto" className={cx(styles['bar'], styles[tone])}>
    {children}
  </div>
);
