import { fileChosen, selectAttachments, type Attachment } from '../../state/attachments-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/store.ts';
import { currentDraft, detachFiles } from './attach.ts';
import type { KeptFile } from './files-api.ts';

/** The kept files that go out with the next message of the shown chat, which takes `most` files in all. */
export const useSelection = (most: number) => {
  const dispatch = useAppDispatch();
  const { getState } = useAppStore();
  const attached = useAppSelector((state) => selectAttachments(currentDraft(state))(state));
  const selected: readonly Attachment[] = attached.filter(({ permanent }) => permanent);
  const remove = (keys: readonly string[]): void => {
    dispatch(detachFiles(keys));
  };
  const select = ({ id, name, type, size }: KeptFile, wanted: boolean): void => {
    if (!wanted) {
      remove([id]);
      return;
    }
    const uid = getState().session.user?.uid ?? null;
    dispatch(
      fileChosen({
        chat: currentDraft(getState()),
        uid,
        permanent: true,
        file: { id, name, type, size, content: null, visionDescription: null },
      }),
    );
  };
  return { selected, full: attached.length >= most, select, remove };
};
