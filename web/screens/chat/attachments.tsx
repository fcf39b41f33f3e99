import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { AttachButton } from '../../features/files/attachments/attach-button.tsx';
import type { Attachment } from '../../state/attachments-slice.ts';
import { loadChips } from './load-chips.ts';
import { useAttachFiles } from './use-attach-files.ts';

const AttachmentChips = lazy(() => loadChips().then(({ AttachmentChips: component }) => ({ default: component })));

export const AttachControl = () => <AttachButton {...useAttachFiles()} />;

/** The files of the next message; nothing where there are none. */
export const AttachedFiles = ({ files }: { readonly files: readonly Attachment[] }) =>
  files.length === 0 ? null : (
    <ErrorBoundary>
      <Suspense>
        <AttachmentChips files={files} />
      </Suspense>
    </ErrorBoundary>
  );
