import { ChatLimitsCard, StorageLimitsCard } from './storage-limit-cards.tsx';
import { FileTtlCard } from './file-ttl-card.tsx';

/** When the files of chats expire, and the storage limits of files and chats. */
export const FileStorageTab = () => (
  <>
    <FileTtlCard />
    <StorageLimitsCard />
    <ChatLimitsCard />
  </>
);
