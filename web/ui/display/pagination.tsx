import { useEffect } from 'react';

import { Button } from '../button.tsx';
import { useTranslations } from '../texts.ts';

interface PaginationProps {
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly className: string | undefined;
  /** Announces the page. */
  readonly isLive?: boolean;
}

/**
 * Buttons to the previous and the next page; nothing for a single page. When the last page has gone with what was on
 * it, the one before is asked for.
 */
export const Pagination = ({ label, page, pages, onPage, className, isLive = false }: PaginationProps) => {
  const t = useTranslations();
  const last = Math.max(1, pages);
  const isGone = page > last;
  useEffect(() => {
    if (isGone) onPage(last);
  }, [isGone, last, onPage]);
  if (pages <= 1) return null;
  return (
    <nav className={className} aria-label={label}>
      <Button size="s" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <span aria-live={isLive ? 'polite' : undefined}>{t('pageOf', { page, pages })}</span>
      <Button size="s" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
};
