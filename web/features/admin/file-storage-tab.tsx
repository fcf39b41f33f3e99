import { OwnSave } from './own-save.tsx';
import { StorageLimitsCard } from './storage-limits-card.tsx';
import { TtlCard } from './ttl-card.tsx';

/** How long files of chats are kept, and how much each tier may keep. */
export const FileStorageTab = () => (
  <>
    <TtlCard />
    <StorageLimitsCard />
    <OwnSave names={['file-ttl', 'storage-limits']} action="Save Changes" done="File storage saved" />
  </>
);
