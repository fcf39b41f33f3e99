import { Card } from '../../../ui/display/card.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { adminApi } from '../shared/admin-api.ts';
import { formatDateTime } from '../shared/labels.ts';
import { useUsersTranslations } from '../shared/users-texts.ts';

const POLL_INTERVAL_MS = 10_000;

/** How many files wait to be embedded, and since when and why the service fails. */
export const EmbeddingCard = () => {
  const t = useUsersTranslations();
  const query = adminApi.useEmbeddingBacklogQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_INTERVAL_MS,
    skipPollingIfUnfocused: true,
  });
  const { data } = query;
  return (
    <Card title={t('embeddingTitle')} note={t('embeddingNote')}>
      <LoadState query={query} lines={1} loading={t('embeddingLoading')} failed={t('embeddingLoadFailed')} />
      {data ? <p>{t('embeddingPending', { count: data.pending })}</p> : null}
      {data?.failing ? (
        <Notice tone="warning">
          <strong>{t('embeddingFailing', { when: formatDateTime(data.failing.since) })}</strong>
          <span>{` ${data.failing.reason}`}</span>
        </Notice>
      ) : null}
    </Card>
  );
};
