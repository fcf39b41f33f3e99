import { DropZone } from '../../features/files/attachments/drop-zone.tsx';
import { useAttachFiles } from '../../screens/chat/use-attach-files.ts';

/** Files dropped on the page or pasted into it. */
export const PageDropZone = () => {
  const { onFiles, onUploadDisabled } = useAttachFiles();
  return <DropZone onFiles={onUploadDisabled ?? onFiles} />;
};
