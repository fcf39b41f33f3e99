import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslations } from '../texts.ts';
import styles from './turn.module.css';
import type { Turn } from '../conversation/message-tree.ts';

interface VersionPagerProps {
  readonly turn: Turn;
  readonly onSelect: ((messageId: string, step: number) => void) | undefined;
}

/** ‹ 2/3 ›: the other versions of a turn; nothing where there is only one. */
export const VersionPager = ({
  turn: {
    message,
    versions: { index, count },
  },
  onSelect,
}: VersionPagerProps) => {
  const t = useTranslations();
  if (count < 2 || !onSelect) return null;
  return (
    <span className={styles['pager']} role="group" aria-label={t('versions')}>
      <IconButton
        size="s"
        label={t('previousVersion')}
        icon={<ChevronLeft className="mirrored" />}
        disabled={index <= 1}
        onClick={() => onSelect(message.id, -1)}
      />
      <span className={styles['count']} aria-label={t('versionOf', { index, count })}>
        {index}/{count}
      </span>
      <IconButton
        size="s"
        label={t('nextVersion')}
        icon={<ChevronRight className="mirrored" />}
        disabled={index >= count}
        onClick={() => onSelect(message.id, 1)}
      />
    </span>
  );
};

interface TurnFooterProps {
  readonly pager: ReactNode;
  readonly children: ReactNode;
  /** The actions of the newest turn are always visible. */
  readonly pinned: boolean;
  readonly className?: string | undefined;
}

/** The actions of a turn. The row always has its height, so that showing it moves nothing. */
export const TurnFooter = ({ pager, children, pinned, className }: TurnFooterProps) => (
  <div className={cx(styles['footer'], className)}>
    {pager}
    <span className={cx(styles['actions'], pinned && styles['pinned'])}>{children}</span>
  </div>
);
