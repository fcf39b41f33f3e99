import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { cx } from '../../ui/cx.ts';
import { useTranslations } from '../texts.ts';
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

interface AnnouncementProps {
  readonly tone: 'info' | 'warning';
  readonly text: string;
}

/** Gone until the page is loaded again once it was read. */
export const Announcement = ({ tone, text }: AnnouncementProps) => {
  const t = useTranslations();
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  return (
    <OperatorBar tone={tone}>
      {text}
      <button
        type="button"
        className={styles['close']}
        aria-label={t('closeAnnouncement')}
        onClick={() => setRead(true)}
      >
        <X aria-hidden="true" />
      </button>
    </OperatorBar>
  );
};
