import { api } from '../../../lib/api.ts';
import { type QueuedUpload, useUploadQueue } from '../../../lib/hooks/use-upload-queue.ts';
import { awaitSession } from '../../../state/await-session.ts';
import { useAppStore } from '../../../state/store.ts';
import { toastShown } from '../../../state/toast-slice.ts';
import { uploadPath } from './group-files-api.ts';
import { useGroupsTranslations } from './groups-texts.ts';

export type GroupUpload = QueuedUpload;

const buildForm = (file: File, description: string): FormData => {
  const form = new FormData();
  form.append('description', description.trim());
  form.append('file', file, file.name); // last, so that the server has the field before the bytes
  return form;
};

/** Uploads files to a group, all with the same description. */
export const useGroupUploads = (groupId: string) => {
  const t = useGroupsTranslations();
  const store = useAppStore();
  const { dispatch } = store;
  const queue = useUploadQueue({
    path: uploadPath(groupId),
    getToken: () => store.getState().session.token,
    awaitSession: (refusedToken) => awaitSession(store, refusedToken),
    onEnded: () => dispatch(api.util.invalidateTags(['Files'])),
    onUnseenFailures: (names) => dispatch(toastShown('problem', t('notUploaded', { names }))),
  });
  const uploadAll = (description: string): Promise<boolean> => queue.uploadAll((file) => buildForm(file, description));
  return { ...queue, uploadAll };
};
