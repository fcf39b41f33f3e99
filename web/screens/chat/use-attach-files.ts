import { useActions } from '../../app/use-actions.ts';
import { attachFiles } from '../../features/files/attachments/attachments.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { useFileLimits } from './use-file-limits.ts';

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
