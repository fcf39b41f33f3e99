import { isRecord, parseFailure, networkFailure, type ApiFailure } from './api-error.ts';
import { bearerHeaders } from './api.ts';
import { trackUpload } from './track-upload.ts';

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

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const toOutcome = async ({ status, statusText, responseText }: XMLHttpRequest): Promise<UploadOutcome> => {
  const isSuccess = status >= 200 && status < 300;
  const body = isSuccess ? parseJson(responseText) : null;
  if (isRecord(body)) return { ok: true, body };
  // A login wall answers 200 with a page of its own, and the server has nothing.
  const isUnreachable = isSuccess || status === 0;
  return {
    ok: false,
    failure: isUnreachable ? networkFailure() : await parseFailure(new Response(responseText, { status, statusText })),
  };
};

/** Sends a form and reports its progress, which fetch cannot do. A cancelled upload counts as unreachable. */
export const uploadForm = ({ path, form, token, onProgress, signal }: UploadInput): Promise<UploadOutcome> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const end = async (): Promise<void> => {
      const file = form.get('file');
      const outcome = await toOutcome(request);
      if (outcome.ok && file instanceof File) trackUpload(file);
      resolve(outcome);
    };
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', () => void end());
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', new URL(path, location.origin));
    for (const [name, value] of Object.entries(bearerHeaders(token))) request.setRequestHeader(name, value);
    if (signal.aborted) void end();
    else request.send(form);
  });
