import { useEffect, useEffectEvent, useRef } from 'react';

import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './chat-list.module.css';
import type { History } from './use-history.ts';
import { useTranslations } from './texts.ts';

export interface MoreChatsProps {
  readonly history: History;
  /** All that came is in the list. */
  readonly isDrawn: boolean;
}

/** Loads the next page shortly before the end of the list is visible. */
const useInfiniteScroll = ({ history: { canLoadMore, loadMore }, isDrawn }: MoreChatsProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(loadMore);
  useEffect(() => {
    const end = ref.current;
    if (!end || !canLoadMore || !isDrawn || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near();
      },
      { root: end.parentElement, rootMargin: '400px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [canLoadMore, isDrawn]);
  return ref;
};

/** Older chats come as the list is scrolled, or by this button at its end. */
export const MoreChats = (props: MoreChatsProps) => {
  const t = useTranslations();
  const { history } = props;
  const ref = useInfiniteScroll(props);
  return (
    <div ref={ref} className={styles['more']}>
      {history.loadingMore ? (
        <Skeleton lines={2} label={t('loadingOlder')} />
      ) : (
        <button type="button" className={styles['older']} onClick={history.loadMore}>
          {t('showOlder')}
        </button>
      )}
    </div>
  );
};
