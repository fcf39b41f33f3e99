import { EmbeddingCard } from './embedding-card.tsx';
import { SentenceModelCard } from './sentence-model-card.tsx';
import {
  ChatLimitsCard,
  ChatRetentionCard,
  FileContextCard,
  GroupStorageCard,
  StorageLimitsCard,
} from './storage-limit-cards.tsx';
import { FileTtlCard } from './file-ttl-card.tsx';

/** When the files of chats expire, the limits of files and chats, what waits to be embedded, and by what model. */
export const FileStorageTab = () => (
  <>
    <FileTtlCard />
    <StorageLimitsCard />
    <GroupStorageCard />
    <FileContextCard />
    <ChatLimitsCard />
    <ChatRetentionCard />
    <EmbeddingCard />
    <SentenceModelCard />
  </>
);
