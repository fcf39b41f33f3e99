import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ConfigSaveButtons } from '../config/config-save-buttons.tsx';
import { ChatLimitsCard, StorageLimitsCard } from './storage-limit-cards.tsx';
import styles from '../shared/forms.module.css';
import { useTranslations } from '../texts.ts';
import { FileTtlCard } from './file-ttl-card.tsx';

/** When the files of chats expire, and the storage limits of files and chats. */
export const FileStorageTab = () => {
  const t = useLimitTranslations();
  const common = useTranslations();
  return (
    <>
      <FileTtlCard />
      <StorageLimitsCard />
      <ChatLimitsCard />
      <div className={styles['buttons']}>
        <ConfigSaveButtons
          names={['file-ttl', 'storage-limits']}
          action={common('saveChanges')}
          successText={t('storageSaved')}
        />
      </div>
    </>
  );
};
