import { EmbeddingCard } from './embedding-card.tsx';
import { ChatLimitsCard, StorageLimitsCard } from './storage-limit-cards.tsx';
import { FileTtlCard } from './file-ttl-card.tsx';

/** When the files of chats expire, the storage limits of files and chats, and what waits to be embedded. */
export const FileStorageTab = () => (
  <>
    <FileTtlCard />
    <StorageLimitsCard />
    <ChatLimitsCard />
    <EmbeddingCard />
  </>
);
