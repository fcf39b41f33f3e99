import { lazy, useEffect } from 'react';

import { useCanUpgrade } from '../../features/billing/pricing/use-plans.ts';
import { useFileLimits } from '../../screens/chat/use-file-limits.ts';
import { explainedReplySet, fileListReset, filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { OverlayBoundary } from '../error-boundary.tsx';
import { useAddress } from '../router/use-address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { useActions } from '../use-actions.ts';

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

const Manager = () => {
  const dispatch = useAppDispatch();
  const { openSubscription } = useActions();
  const close = useCloseDialog();
  const canUpgrade = useCanUpgrade();
  const limits = useFileLimits();
  useEffect(() => {
    dispatch(fileListReset());
  }, [dispatch]);
  return <FileManager limits={limits} onPlans={canUpgrade ? openSubscription : null} onClose={close} />;
};

/**
 * The file manager, a file that is looked at, and what a reply was given of files. They wait by themselves: what is
 * fetched for another dialog must not close and reopen them over it.
 */
export const FilesDialogs = () => {
  const dispatch = useAppDispatch();
  const address = useAddress();
  const { preview, explainedReplyId: explained } = useAppSelector(({ files }) => files);
  return (
    <>
      <OverlayBoundary>
        {address.at === 'files' ? <Manager /> : null}
        {explained === null ? null : (
          <WhyDialog replyId={explained} onClose={() => dispatch(explainedReplySet(null))} />
        )}
      </OverlayBoundary>
      <OverlayBoundary>
        {preview ? (
          <FilePreview key={preview.id} place={preview} onClose={() => dispatch(filePreviewSet(null))} />
        ) : null}
      </OverlayBoundary>
    </>
  );
};
