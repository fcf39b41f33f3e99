import { Loaded } from '../../ui/display/load-state.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { ShareList } from './share-list.tsx';
import { sharesApi } from './shares-api.ts';
import { useTranslations } from './texts.ts';

/** The account's public links, in the settings. */
export const SharedLinks = () => {
  const t = useTranslations();
  const query = sharesApi.useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <SettingSection name="links" title={t('sharedLinks')}>
      <Loaded query={query} lines={2} loading={t('loadingLinks')} failed={t('linksFailed')}>
        {({ shares }) =>
          shares.length === 0 ? (
            <SettingRow label={t('nothingShared')} note={t('nothingSharedNote')} />
          ) : (
            <ShareList shares={shares} />
          )
        }
      </Loaded>
    </SettingSection>
  );
};
