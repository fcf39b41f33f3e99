import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from './cx.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly tone?: 'info' | 'warning' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** What happened and what to do about it, with at most one button. A failure is spoken at once, the rest when there is time. */
export const Notice = ({ tone = 'info', children, action }: NoticeProps) => (
  <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles['notice'], styles[tone])}>
    {tone === 'info' ? <Info aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
    <div className={styles['text']}>{children}</div>
    {action}
  </div>
);
