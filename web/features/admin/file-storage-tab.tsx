import { ChatLimitsCard } from './chat-limits-card.tsx';
import { useLimitTexts } from './limit-texts.ts';
import { OwnSave } from './own-save.tsx';
import { StorageLimitsCard } from './storage-limits-card.tsx';
import { useTexts } from './texts.ts';
import { TtlCard } from './ttl-card.tsx';

/** How long files of chats are kept, and how much of files and chats each tier may keep. */
export const FileStorageTab = () => {
  const t = useLimitTexts();
  const common = useTexts();
  return (
    <>
      <TtlCard />
      <StorageLimitsCard />
      <ChatLimitsCard />
      <OwnSave names={['file-ttl', 'storage-limits']} action={common('saveChanges')} done={t('storageSaved')} />
    </>
  );
};
