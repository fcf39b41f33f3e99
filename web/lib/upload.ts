import { isRecord, parseFailure, networkFailure, type ApiFailure } from './api-error.ts';
import { bearerHeaders } from './api.ts';
import { LONG_WAIT_MS, USUAL_WAIT_MS } from './fetch-in-time.ts';

interface UploadInput {
  readonly path: string;
  readonly form: FormData;
  readonly token: string | null;
  /** From 0 to 1; 1 = all is sent, and the server is at work on it. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

export type UploadOutcome =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly failure: ApiFailure };

const toOutcome = async ({ status, statusText, responseText }: XMLHttpRequest): Promise<UploadOutcome> => {
  const isSuccess = status >= 200 && status < 300;
  const body: unknown = isSuccess && (await new Response(responseText).json().catch(() => null));
  if (isRecord(body)) return { ok: true, body };
  // A login wall answers 200 with a page of its own, and the server has nothing.
  const isUnreachable = isSuccess || status === 0;
  return {
    ok: false,
    failure: isUnreachable ? networkFailure() : await parseFailure(new Response(responseText, { status, statusText })),
  };
};

/**
 * Sends a form and reports its progress, which fetch cannot do. A cancelled upload counts as unreachable, and one that
 * makes no progress is cancelled.
 */
export const uploadForm = ({ path, form, token, onProgress, signal }: UploadInput): Promise<UploadOutcome> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const end = async (): Promise<void> => {
      clearTimeout(timer);
      const outcome = await toOutcome(request);
      resolve(outcome);
      const file = form.get('file');
      if (outcome.ok && file instanceof File)
        await import('./track-upload.ts').then(
          ({ trackUpload }) => trackUpload(file),
          () => undefined,
        );
    };
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      wait(loaded === total ? LONG_WAIT_MS : USUAL_WAIT_MS); // the server reads a file that is all sent
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', () => void end());
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', new URL(path, location.origin));
    for (const [name, value] of Object.entries(bearerHeaders(token))) request.setRequestHeader(name, value);
    if (signal.aborted) return void end();
    wait(USUAL_WAIT_MS);
    request.send(form);
  });
