import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { useTranslations } from '../control-texts.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly tone?: 'info' | 'positive' | 'warning' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

const ICONS = { info: Info, positive: CircleCheck, warning: CircleAlert, danger: CircleAlert } as const;

/** What happened, with at most one button. `danger` is announced at once, the other tones politely. */
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

interface RetryNoticeProps {
  readonly busy?: boolean;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** A failure with a button that tries again. */
export const RetryNotice = ({ busy = false, onRetry, children }: RetryNoticeProps) => {
  const t = useTranslations();
  const action = (
    <Button size="s" busy={busy} onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  );
  return (
    <Notice tone="danger" action={action}>
      {children}
    </Notice>
  );
};
