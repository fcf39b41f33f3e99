import { useActions } from '../../app/use-actions.ts';
import { useUsage } from '../../features/billing/usage/use-usage.ts';
import { attachFiles } from '../../features/files/attachments/attachments.ts';
import { DEFAULT_FILE_LIMITS, type FileLimits } from '../../features/files/file-types.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';

/** What the server takes of this account now: an admin may have changed it. */
export const useFileLimits = (): FileLimits => useUsage()?.files ?? DEFAULT_FILE_LIMITS;

/** Attaching is for people with an account: a visitor's text waits while they sign in (docs/adr/0036). */
export const useAttachFiles = () => {
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
