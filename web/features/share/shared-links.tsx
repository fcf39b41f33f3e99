import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { ShareList } from './share-list.tsx';
import { sharesApi } from './shares-api.ts';
import { useTranslations } from './texts.ts';

const Body = () => {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = sharesApi.useSharesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (!data) {
    if (!isError) return <Skeleton lines={2} label={t('loadingLinks')} />;
    return (
      <Notice
        tone="danger"
        action={
          <Button size="s" busy={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        }
      >
        {t('linksFailed')}
      </Notice>
    );
  }
  if (data.shares.length === 0) return <SettingRow label={t('nothingShared')} note={t('nothingSharedNote')} />;
  return <ShareList shares={data.shares} />;
};

/** Every public link of the account, in the settings. */
export const SharedLinks = () => {
  const t = useTranslations();
  return (
    <SettingSection name="links" title={t('sharedLinks')}>
      <Body />
    </SettingSection>
  );
};
