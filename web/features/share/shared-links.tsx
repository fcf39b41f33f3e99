import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingRow, SettingSection } from '../../ui/setting-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ShareList } from './share-list.tsx';
import { sharesApi } from './shares-api.ts';

const Body = () => {
  const { data, isError, isFetching, refetch } = sharesApi.useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) {
    if (!isError) return <Skeleton lines={2} label="Loading your shared links" />;
    return (
      <Notice tone="danger" action={<Button size="s" busy={isFetching} onClick={() => void refetch()}>Try again</Button>}>
        Your shared links could not be loaded.
      </Notice>
    );
  }
  if (data.shares.length === 0) return <SettingRow label="Nothing is shared" note="A conversation is shared from its menu, an answer from its document view." />;
  return <ShareList shares={data.shares} />;
};

/** Every public link of the account, in the settings. */
export const SharedLinks = () => <SettingSection title="Shared links"><Body /></SettingSection>;
