import type { uploadFile } from '../../../../src/contract/files.ts';
import { api } from '../../../lib/api.ts';
import { type QueuedUpload, useUploadQueue } from '../../../lib/hooks/use-upload-queue.ts';
import { awaitSession } from '../../../state/await-session.ts';
import { useAppStore } from '../../../state/store.ts';
import { toastShown } from '../../../state/toast-slice.ts';
import { isAccepted } from '../file-types.ts';
import { formatAccepted } from '../format-accepted.ts';
import { handleUploadFailure } from '../attachments/attachments.ts';
import { t } from '../texts.ts';

const UPLOAD_PATH: (typeof uploadFile)['path'] = '/api/files/upload';

export type PendingUpload = QueuedUpload;

/** The same for all files of one upload. */
export interface UploadDetails {
  readonly description: string;
  readonly tags: string;
  readonly enableEmbedding: boolean;
}

/** In the scripts of all languages of the page. */
const COMMAS = /[,،、]/;

const buildForm = (file: File, { description, tags, enableEmbedding }: UploadDetails): FormData => {
  const form = new FormData();
  form.append('description', description.trim());
  form.append(
    'tags',
    tags
      .split(COMMAS)
      .map((tag) => tag.trim())
      .filter(Boolean)
      .join(','),
  );
  form.append('enableEmbedding', String(enableEmbedding));
  // Last, so that the server has the fields before the bytes.
  form.append('file', file, file.name);
  return form;
};

/** Uploads files to keep, all with the same details. */
export const useUploads = () => {
  const store = useAppStore();
  const { dispatch } = store;
  const queue = useUploadQueue({
    path: UPLOAD_PATH,
    getToken: () => store.getState().session.token,
    awaitSession: (refusedToken) => awaitSession(store, refusedToken),
    refusalOf: ({ name }) => (isAccepted(name) ? null : `${t('kindRefused')} ${formatAccepted()}`),
    onFailure: (failure, { name }) => dispatch(handleUploadFailure(failure, name)),
    onUnseenFailures: (names) => dispatch(toastShown('problem', t('notUploaded', { names }))),
  });
  /** True if nothing failed. */
  const uploadAll = async (details: UploadDetails): Promise<boolean> => {
    const isDone = await queue.uploadAll((file) => buildForm(file, details));
    dispatch(api.util.invalidateTags(['Files']));
    return isDone;
  };
  return { ...queue, uploadAll };
};
