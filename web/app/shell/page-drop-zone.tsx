import { useEffect, useEffectEvent } from 'react';

import { DropZone } from '../../features/files/attachments/drop-zone.tsx';
import { useAttachFiles } from '../../screens/chat/use-attach-files.ts';

export interface PageDropZoneProps {
  /** The files that came before this part of the page; once. */
  readonly takeEarly: () => readonly File[];
}

/** Files dropped on the page or pasted into it. */
export const PageDropZone = ({ takeEarly }: PageDropZoneProps) => {
  const { onFiles, onUploadDisabled } = useAttachFiles();
  const attach = onUploadDisabled ?? onFiles;
  const attachEarly = useEffectEvent(() => {
    const files = takeEarly();
    if (files.length > 0) attach(files);
  });
  useEffect(() => attachEarly(), []);
  return <DropZone onFiles={attach} />;
};
