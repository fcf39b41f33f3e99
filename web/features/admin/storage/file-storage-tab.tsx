import { ChatLimitsCard } from './chat-limits-card.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ConfigSaveButtons } from '../config/config-save-buttons.tsx';
import { StorageLimitsCard } from './storage-limits-card.tsx';
import { useTranslations } from '../texts.ts';
import { FileTtlCard } from './file-ttl-card.tsx';

/** How long files of chats are kept, and how much of files and chats each tier may keep. */
export const FileStorageTab = () => {
  const t = useLimitTranslations();
  const common = useTranslations();
  return (
    <>
      <FileTtlCard />
      <StorageLimitsCard />
      <ChatLimitsCard />
      <ConfigSaveButtons
        names={['file-ttl', 'storage-limits']}
        action={common('saveChanges')}
        successText={t('storageSaved')}
      />
    </>
  );
};
