import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from '../cx.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly tone?: 'info' | 'positive' | 'warning' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

const ICONS = { info: Info, positive: CircleCheck, warning: CircleAlert, danger: CircleAlert } as const;

/** What happened and what to do about it, with at most one button. A failure is spoken at once, the rest when there is time. */
export const Notice = ({ tone = 'info', children, action }: NoticeProps) => {
  const Icon = ICONS[tone];
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles['notice'], styles[tone])}>
      <Icon aria-hidden="true" />
      <div className={styles['text']}>{children}</div>
      {action}
    </div>
  );
};
