import { useState } from 'react';

import { readableFailure } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import { newId } from '../../../lib/ids.ts';
import { uploadForm } from '../../../lib/upload.ts';
import { useAppStore } from '../../../state/store.ts';
import { uploadPath } from './group-files-api.ts';

export interface GroupUpload {
  readonly key: string;
  readonly file: File;
  /** Null before the upload. */
  readonly progress: number | null;
  readonly error: string | null;
}

const toUpload = (file: File): GroupUpload => ({ key: newId(), file, progress: null, error: null });

/** Uploads files to a group one after the other. Failed ones stay in the list with their error. */
export const useGroupUploads = (groupId: string) => {
  const { dispatch, getState } = useAppStore();
  const [list, setList] = useState<readonly GroupUpload[]>([]);
  const [busy, setBusy] = useState(false);
  const change = (key: string, patch: Partial<GroupUpload>): void =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const remove = (key: string): void => setList((now) => now.filter((one) => one.key !== key));

  const uploadOne = async ({ key, file }: GroupUpload, description: string): Promise<boolean> => {
    change(key, { progress: 0, error: null });
    const form = new FormData();
    form.append('description', description.trim());
    form.append('file', file, file.name); // last, so that the server has the field before the bytes
    const outcome = await uploadForm({
      path: uploadPath(groupId),
      form,
      token: getState().session.token,
      signal: new AbortController().signal,
      onProgress: (progress) => change(key, { progress }),
    });
    if (outcome.ok) remove(key);
    else change(key, { progress: null, error: readableFailure(outcome.failure).message });
    dispatch(api.util.invalidateTags(['Files']));
    return outcome.ok;
  };

  /** True if all succeeded. */
  const uploadAll = async (description: string): Promise<boolean> => {
    setBusy(true);
    let allUploaded = true;
    for (const one of list) allUploaded = (await uploadOne(one, description)) && allUploaded;
    setBusy(false);
    return allUploaded;
  };

  const add = (files: readonly File[]): void => setList((now) => [...now, ...files.map(toUpload)]);
  return { list, busy, add, remove, uploadAll };
};
