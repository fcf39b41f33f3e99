import { useState } from 'react';

import type { uploadFile } from '../../../../src/contract/files.ts';
import { readableFailure } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import { newId } from '../../../lib/ids.ts';
import { uploadForm } from '../../../lib/upload.ts';
import { useAppStore } from '../../../state/store.ts';
import { isAccepted } from '../file-types.ts';
import { formatAccepted } from '../format-accepted.ts';
import { handleUploadFailure } from '../attachments/attachments.ts';
import { t } from '../texts.ts';

const UPLOAD_PATH: (typeof uploadFile)['path'] = '/api/files/upload';

export interface PendingUpload {
  readonly key: string;
  readonly file: File;
  /** Null before the upload. */
  readonly progress: number | null;
  readonly error: string | null;
}

/** The same for all files of one upload. */
export interface UploadDetails {
  readonly description: string;
  readonly tags: string;
  readonly enableEmbedding: boolean;
}

const createPendingUpload = (file: File): PendingUpload => ({
  key: newId(),
  file,
  progress: null,
  error: isAccepted(file.name) ? null : `${t('kindRefused')} ${formatAccepted()}`,
});

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

/** Uploads files one after the other. Failed ones stay in the list with their error. */
export const useUploads = () => {
  const { dispatch, getState } = useAppStore();
  const [list, setList] = useState<readonly PendingUpload[]>([]);
  const [busy, setBusy] = useState(false);
  const change = (key: string, patch: Partial<PendingUpload>): void =>
    setList((now) => now.map((pending) => (pending.key === key ? { ...pending, ...patch } : pending)));
  const remove = (key: string): void => setList((now) => now.filter((pending) => pending.key !== key));

  const uploadOne = async ({ key, file }: PendingUpload, details: UploadDetails): Promise<boolean> => {
    change(key, { progress: 0, error: null });
    const outcome = await uploadForm({
      path: UPLOAD_PATH,
      form: buildForm(file, details),
      token: getState().session.token,
      signal: new AbortController().signal,
      onProgress: (progress) => change(key, { progress }),
    });
    if (outcome.ok) remove(key);
    else {
      change(key, { progress: null, error: readableFailure(outcome.failure).message });
      dispatch(handleUploadFailure(outcome.failure, file.name));
    }
    return outcome.ok;
  };

  /** True if all succeeded. */
  const uploadAll = async (details: UploadDetails): Promise<boolean> => {
    setBusy(true);
    let allUploaded = true;
    for (const pending of list.filter(({ file }) => isAccepted(file.name)))
      allUploaded = (await uploadOne(pending, details)) && allUploaded;
    dispatch(api.util.invalidateTags(['Files']));
    setBusy(false);
    return allUploaded;
  };

  return {
    list,
    busy,
    remove,
    uploadAll,
    add: (files: readonly File[]): void => setList((now) => [...now, ...files.map(createPendingUpload)]),
  };
};
