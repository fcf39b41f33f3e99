import { lazy, Suspense } from 'react';

import { USUAL_LIMITS, type FileLimits } from '../features/files/accepted.ts';
import { AttachButton } from '../features/files/attach-button.tsx';
import { attachFiles } from '../features/files/attach.ts';
import { DropZone } from '../features/files/drop-zone.tsx';
import { useCanUpgrade } from '../features/billing/use-plans.ts';
import { useUsage } from '../features/billing/use-usage.ts';
import type { Attachment } from '../state/attachments-slice.ts';
import { fileManagerSet, filePreviewed, replyExplained } from '../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { OverPage, PartBoundary } from './part-boundary.tsx';
import { useActions } from './use-actions.ts';

const loadChips = () => import('../features/files/attachment-chips.tsx');
const AttachmentChips = lazy(() => loadChips().then(({ AttachmentChips: component }) => ({ default: component })));
const FileManager = lazy(() =>
  import('../features/files/file-manager.tsx').then(({ FileManager: component }) => ({ default: component })),
);
const FilePreview = lazy(() =>
  import('../features/files/file-preview.tsx').then(({ FilePreview: component }) => ({ default: component })),
);
const WhyDialog = lazy(() =>
  import('../features/files/why-dialog.tsx').then(({ WhyDialog: component }) => ({ default: component })),
);

/** Fetches all of this before it is needed; the parts lie in one file. */
export const preloadFiles = loadChips;

/** What the server takes of this account now: an admin may have changed it. */
const useFileLimits = (): FileLimits => useUsage()?.files ?? USUAL_LIMITS;

/** Attaching is for people with an account: a visitor's text waits while they sign in (D-22). */
const useAttaching = () => {
  const dispatch = useAppDispatch();
  const { signIn } = useActions();
  const limits = useFileLimits();
  const isVisitor = useAppSelector(({ session }) => session.token === null);
  return {
    onFiles: (files: readonly File[]) => {
      dispatch(attachFiles(files, limits));
    },
    onBarred: isVisitor ? signIn : null,
  };
};

export const AttachControl = () => <AttachButton {...useAttaching()} />;

/** Files dropped on the page or pasted into it. */
export const PageDrops = () => {
  const { onFiles, onBarred } = useAttaching();
  return <DropZone onFiles={onBarred ?? onFiles} />;
};

/** The files of the next message; nothing where there are none. */
export const Attached = ({ files }: { readonly files: readonly Attachment[] }) =>
  files.length === 0 ? null : (
    <PartBoundary>
      <Suspense>
        <AttachmentChips files={files} />
      </Suspense>
    </PartBoundary>
  );

/** The file manager, a file that is looked at, and what a reply was given of files. They wait by themselves: what is fetched for another dialog must not close and reopen them over it. */
export const FilesDialogs = () => {
  const dispatch = useAppDispatch();
  const { openSubscription } = useActions();
  const canUpgrade = useCanUpgrade();
  const limits = useFileLimits();
  const signedIn = useAppSelector(({ session }) => session.user !== null);
  const { managerOpen, preview, explained } = useAppSelector(({ files }) => files);
  if (!signedIn) return null;
  return (
    <OverPage>
      {managerOpen ? (
        <FileManager
          limits={limits}
          onPlans={canUpgrade ? openSubscription : null}
          onClose={() => dispatch(fileManagerSet(false))}
        />
      ) : null}
      {explained === null ? null : <WhyDialog replyId={explained} onClose={() => dispatch(replyExplained(null))} />}
      {preview ? <FilePreview key={preview.id} place={preview} onClose={() => dispatch(filePreviewed(null))} /> : null}
    </OverPage>
  );
};
