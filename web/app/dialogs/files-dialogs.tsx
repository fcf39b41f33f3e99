import { lazy, Suspense } from 'react';

import { DEFAULT_FILE_LIMITS, type FileLimits } from '../../features/files/file-types.ts';
import { AttachButton } from '../../features/files/attachments/attach-button.tsx';
import { attachFiles } from '../../features/files/attachments/attachments.ts';
import { DropZone } from '../../features/files/attachments/drop-zone.tsx';
import { useCanUpgrade } from '../../features/billing/pricing/use-plans.ts';
import { useUsage } from '../../features/billing/usage/use-usage.ts';
import type { Attachment } from '../../state/attachments-slice.ts';
import { fileManagerSet, filePreviewSet, explainedReplySet } from '../../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { OverlayBoundary, ErrorBoundary } from '../error-boundary.tsx';
import { useActions } from '../use-actions.ts';

const loadChips = () => import('../../features/files/attachments/attachment-chips.tsx');
const AttachmentChips = lazy(() => loadChips().then(({ AttachmentChips: component }) => ({ default: component })));
const FileManager = lazy(() =>
  import('../../features/files/manager/file-manager.tsx').then(({ FileManager: component }) => ({
    default: component,
  })),
);
const FilePreview = lazy(() =>
  import('../../features/files/preview/file-preview.tsx').then(({ FilePreview: component }) => ({
    default: component,
  })),
);
const WhyDialog = lazy(() =>
  import('../../features/files/explain-answer-dialog.tsx').then(({ ExplainAnswerDialog: component }) => ({
    default: component,
  })),
);

/** Fetches all of this before it is needed; the parts lie in one file. */
export const preloadFiles = loadChips;

/** What the server takes of this account now: an admin may have changed it. */
const useFileLimits = (): FileLimits => useUsage()?.files ?? DEFAULT_FILE_LIMITS;

/** Attaching is for people with an account: a visitor's text waits while they sign in (docs/adr/0036). */
const useAttachFiles = () => {
  const dispatch = useAppDispatch();
  const { signIn } = useActions();
  const limits = useFileLimits();
  const isVisitor = useAppSelector(({ session }) => session.token === null);
  return {
    onFiles: (files: readonly File[]) => {
      dispatch(attachFiles(files, limits));
    },
    onUploadDisabled: isVisitor ? signIn : null,
  };
};

export const AttachControl = () => <AttachButton {...useAttachFiles()} />;

/** Files dropped on the page or pasted into it. */
export const PageDropZone = () => {
  const { onFiles, onUploadDisabled } = useAttachFiles();
  return <DropZone onFiles={onUploadDisabled ?? onFiles} />;
};

/** The files of the next message; nothing where there are none. */
export const AttachedFiles = ({ files }: { readonly files: readonly Attachment[] }) =>
  files.length === 0 ? null : (
    <ErrorBoundary>
      <Suspense>
        <AttachmentChips files={files} />
      </Suspense>
    </ErrorBoundary>
  );

/** The file manager, a file that is looked at, and what a reply was given of files. They wait by themselves: what is fetched for another dialog must not close and reopen them over it. */
export const FilesDialogs = () => {
  const dispatch = useAppDispatch();
  const { openSubscription } = useActions();
  const canUpgrade = useCanUpgrade();
  const limits = useFileLimits();
  const signedIn = useAppSelector(({ session }) => session.user !== null);
  const { managerOpen, preview, explainedReplyId: explained } = useAppSelector(({ files }) => files);
  if (!signedIn) return null;
  return (
    <OverlayBoundary>
      {managerOpen ? (
        <FileManager
          limits={limits}
          onPlans={canUpgrade ? openSubscription : null}
          onClose={() => dispatch(fileManagerSet(false))}
        />
      ) : null}
      {explained === null ? null : <WhyDialog replyId={explained} onClose={() => dispatch(explainedReplySet(null))} />}
      {preview ? <FilePreview key={preview.id} place={preview} onClose={() => dispatch(filePreviewSet(null))} /> : null}
    </OverlayBoundary>
  );
};
