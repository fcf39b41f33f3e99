import { EmbeddingCard } from './embedding-card.tsx';
import { ChatLimitsCard, FileContextCard, StorageLimitsCard } from './storage-limit-cards.tsx';
import { FileTtlCard } from './file-ttl-card.tsx';

/** When the files of chats expire, the limits of files and chats, and what waits to be embedded. */
export const FileStorageTab = () => (
  <>
    <FileTtlCard />
    <StorageLimitsCard />
    <FileContextCard />
    <ChatLimitsCard />
    <EmbeddingCard />
  </>
);
