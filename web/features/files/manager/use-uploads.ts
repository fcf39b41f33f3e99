import { useState } from 'react';

import type { uploadFile } from '../../../../src/contract/files.ts';
import { api } from '../../../lib/api.ts';
import { newId } from '../../../lib/ids.ts';
import { uploadForm } from '../../../lib/upload.ts';
import { useAppStore } from '../../../state/store.ts';
import { isAccepted } from '../file-types.ts';
import { handleUploadFailure } from '../attachments/attachments.ts';
import { t } from '../texts.ts';

const UPLOAD_PATH: (typeof uploadFile)['path'] = '/api/files/upload';

/** A file that waits to be kept, or is on its way. */
export interface PendingUpload {
  readonly key: string;
  readonly file: File;
  /** Null while it waits. */
  readonly progress: number | null;
  readonly error: string | null;
}

/** What is said of the files that are kept together. */
export interface UploadDetails {
  readonly description: string;
  readonly tags: string;
  readonly enableEmbedding: boolean;
}

const createPendingUpload = (file: File): PendingUpload => ({
  key: newId(),
  file,
  progress: null,
  error: isAccepted(file.name) ? null : t('kindRefused'),
});

/** The commas of all scripts of the page. */
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
  // Last, so that the server knows the rest when the bytes come.
  form.append('file', file, file.name);
  return form;
};

/** Chooses files and keeps them, one after the other. What fails stays in the list with its reason, to be tried again. */
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
      change(key, { progress: null, error: outcome.failure.message });
      dispatch(handleUploadFailure(outcome.failure));
    }
    return outcome.ok;
  };

  /** True when all of them are kept. */
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
    keep: uploadAll,
    add: (files: readonly File[]): void => setList((now) => [...now, ...files.map(createPendingUpload)]),
  };
};
