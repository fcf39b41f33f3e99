import { useEffect, useRef, useState } from 'react';

import { readableFailure, type ApiFailure } from '../api-error.ts';
import { newId } from '../ids.ts';
import { uploadForm } from '../upload.ts';

export interface QueuedUpload {
  readonly key: string;
  readonly file: File;
  /** Null before the upload. */
  readonly progress: number | null;
  readonly error: string | null;
}

interface UploadQueueOptions {
  readonly path: string;
  readonly getToken: () => string | null;
  /** Why a file is not sent at all; null: it is. */
  readonly refusalOf?: (file: File) => string | null;
  readonly onFailure?: (failure: ApiFailure, file: File) => void;
  /** After each file. */
  readonly onEnded?: () => void;
  /**
   * The server refused the token: waits for the next session. False: it is not of the same person, and nothing more is
   * sent.
   */
  readonly awaitSession: (refusedToken: string | null) => Promise<boolean>;
  /** The list was no longer on the page when these failed. */
  readonly onUnseenFailures: (names: string) => void;
}

const MAX_NAMES = 5;

const formatNames = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(' · ') + (names.length > MAX_NAMES ? ' …' : '');

/** False once the component has left the page. */
const useIsShown = (): (() => boolean) => {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
};

/** The list as it is shown, and as it is now for what runs on between two renders. */
const useUploadList = () => {
  const [list, setList] = useState<readonly QueuedUpload[]>([]);
  const current = useRef(list);
  const update = (next: readonly QueuedUpload[]): void => {
    current.current = next;
    setList(next);
  };
  const change = (key: string, patch: Partial<QueuedUpload>): void =>
    update(current.current.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  return { list, current, update, change };
};

type SendOutcome = 'stored' | 'taken off' | ApiFailure;

/** Sends a file of the list, as long as it is in it. */
const useSending = (
  { path, getToken, awaitSession }: Pick<UploadQueueOptions, 'path' | 'getToken' | 'awaitSession'>,
  { current, update, change }: ReturnType<typeof useUploadList>,
) => {
  const running = useRef<{ readonly key: string; readonly controller: AbortController } | null>(null);
  const remove = (key: string): void => {
    update(current.current.filter((one) => one.key !== key));
    if (running.current?.key === key) running.current.controller.abort();
  };
  const sendOnce = async (key: string, form: FormData, token: string | null): Promise<SendOutcome> => {
    const controller = new AbortController();
    running.current = { key, controller };
    change(key, { progress: 0, error: null });
    const outcome = await uploadForm({
      path,
      form,
      token,
      signal: controller.signal,
      onProgress: (progress) => change(key, { progress }),
    });
    running.current = null;
    if (controller.signal.aborted) return 'taken off';
    if (!outcome.ok) return readableFailure(outcome.failure);
    remove(key);
    return 'stored';
  };
  /** Again after the next sign-in, where the session was over. */
  const send = async (key: string, form: FormData): Promise<SendOutcome | 'not theirs'> => {
    for (;;) {
      const token = getToken();
      const outcome = await sendOnce(key, form, token);
      if (typeof outcome === 'string' || outcome.status !== 401) return outcome;
      change(key, { progress: null });
      if (!(await awaitSession(token))) return 'not theirs';
    }
  };
  return { remove, send };
};

/**
 * Uploads files one after the other, each as long as it is in the list: taking one off ends its upload. Failed ones
 * stay in the list with their error. The uploads go on when the list leaves the page, and after the person has signed
 * in again when the session was over.
 */
export const useUploadQueue = (options: UploadQueueOptions) => {
  const { refusalOf = () => null, onFailure, onEnded, onUnseenFailures } = options;
  const uploads = useUploadList();
  const { list, current, update, change } = uploads;
  const { remove, send } = useSending(options, uploads);
  const [busy, setBusy] = useState(false);
  const [stored, setStored] = useState(0);
  const isShown = useIsShown();

  /** Undefined when it was taken off the list, or is not sent at all. */
  const findSendable = (key: string): QueuedUpload | undefined =>
    current.current.find((one) => one.key === key && refusalOf(one.file) === null);

  /** True if nothing failed. */
  const uploadAll = async (buildForm: (file: File) => FormData): Promise<boolean> => {
    setBusy(true);
    setStored(0);
    let failures = 0;
    const unseen: string[] = [];
    for (const { key } of current.current) {
      const next = findSendable(key);
      if (!next) continue;
      const outcome = await send(key, buildForm(next.file));
      if (outcome === 'not theirs') {
        unseen.push(...current.current.map(({ file }) => file.name));
        break;
      }
      onEnded?.();
      if (outcome === 'stored') setStored((count) => count + 1);
      if (typeof outcome === 'string') continue;
      failures += 1;
      change(key, { progress: null, error: outcome.message });
      onFailure?.(outcome, next.file);
      if (!isShown()) unseen.push(next.file.name);
    }
    if (unseen.length > 0) onUnseenFailures(formatNames(unseen));
    setBusy(false);
    return failures + unseen.length === 0;
  };

  const add = (files: readonly File[]): void =>
    update([
      ...current.current,
      ...files.map((file) => ({ key: newId(), file, progress: null, error: refusalOf(file) })),
    ]);

  return { list, busy, stored, add, remove, uploadAll };
};
