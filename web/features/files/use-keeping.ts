import { useState } from 'react';

import type { uploadFile } from '../../../src/contract/files.ts';
import { api } from '../../lib/api.ts';
import { newId } from '../../lib/ids.ts';
import { uploadForm } from '../../lib/upload.ts';
import { useAppStore } from '../../state/store.ts';
import { isAccepted } from './accepted.ts';
import { afterRefusal } from './attach.ts';
import { say } from './texts.ts';

const UPLOAD: (typeof uploadFile)['path'] = '/api/files/upload';

/** A file that waits to be kept, or is on its way. */
export interface Incoming {
  readonly key: string;
  readonly file: File;
  /** Null while it waits. */
  readonly progress: number | null;
  readonly error: string | null;
}

/** What is said of the files that are kept together. */
export interface KeepingFacts {
  readonly description: string;
  readonly tags: string;
  readonly enableEmbedding: boolean;
}

const incoming = (file: File): Incoming => ({
  key: newId(),
  file,
  progress: null,
  error: isAccepted(file.name) ? null : say('kindRefused'),
});

/** The commas of all scripts of the page. */
const COMMAS = /[,،、]/;

const formOf = (file: File, { description, tags, enableEmbedding }: KeepingFacts): FormData => {
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
export const useKeeping = () => {
  const { dispatch, getState } = useAppStore();
  const [list, setList] = useState<readonly Incoming[]>([]);
  const [busy, setBusy] = useState(false);
  const change = (key: string, to: Partial<Incoming>): void =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const remove = (key: string): void => setList((now) => now.filter((one) => one.key !== key));

  const keepOne = async ({ key, file }: Incoming, facts: KeepingFacts): Promise<boolean> => {
    change(key, { progress: 0, error: null });
    const outcome = await uploadForm({
      path: UPLOAD,
      form: formOf(file, facts),
      token: getState().session.token,
      signal: new AbortController().signal,
      onProgress: (progress) => change(key, { progress }),
    });
    if (outcome.ok) remove(key);
    else {
      change(key, { progress: null, error: outcome.failure.message });
      dispatch(afterRefusal(outcome.failure));
    }
    return outcome.ok;
  };

  /** True when all of them are kept. */
  const keep = async (facts: KeepingFacts): Promise<boolean> => {
    setBusy(true);
    let all = true;
    for (const one of list.filter(({ file }) => isAccepted(file.name))) all = (await keepOne(one, facts)) && all;
    dispatch(api.util.invalidateTags(['Files']));
    setBusy(false);
    return all;
  };

  return {
    list,
    busy,
    remove,
    keep,
    add: (files: readonly File[]): void => setList((now) => [...now, ...files.map(incoming)]),
  };
};
