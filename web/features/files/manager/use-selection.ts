import { storedFileAttached, selectAttachments, type Attachment } from '../../../state/attachments-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../../state/store.ts';
import { getCurrentDraftId, detachFiles } from '../attachments/attachments.ts';
import type { KeptFile } from '../files-api.ts';

/** Selects stored files for the next message of the current chat, at most `maxFiles`. */
export const useFileSelection = (maxFiles: number) => {
  const dispatch = useAppDispatch();
  const { getState } = useAppStore();
  const attached = useAppSelector((state) => selectAttachments(getCurrentDraftId(state))(state));
  const selected: readonly Attachment[] = attached.filter(({ permanent }) => permanent);
  const remove = (keys: readonly string[]): void => {
    dispatch(detachFiles(keys));
  };
  const select = (
    { id, name, type, size }: Pick<KeptFile, 'id' | 'name' | 'type' | 'size'>,
    isSelected: boolean,
  ): void => {
    if (!isSelected) {
      remove([id]);
      return;
    }
    const uid = getState().session.user?.uid ?? null;
    dispatch(
      storedFileAttached({
        chat: getCurrentDraftId(getState()),
        uid,
        permanent: true,
        file: { id, name, type, size, content: null, visionDescription: null },
      }),
    );
  };
  return { selected, isFull: attached.length >= maxFiles, select, remove };
};
