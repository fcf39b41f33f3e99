import { parseFailure, networkFailure, type ApiFailure } from './api-error.ts';
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
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: ApiFailure };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const toOutcome = async ({ status, statusText, responseText }: XMLHttpRequest): Promise<UploadOutcome> => {
  if (status >= 200 && status < 300) return { ok: true, body: parseJson(responseText) };
  return {
    ok: false,
    failure: status === 0 ? networkFailure() : await parseFailure(new Response(responseText, { status, statusText })),
  };
};

/** Sends a form and reports its progress, which fetch cannot do. A cancelled upload counts as unreachable. */
export const uploadForm = ({ path, form, token, onProgress, signal }: UploadInput): Promise<UploadOutcome> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const end = (): void => {
      const file = form.get('file');
      if (request.status >= 200 && request.status < 300 && file instanceof File) trackUpload(file);
      resolve(toOutcome(request));
    };
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', end);
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', new URL(path, location.origin));
    for (const [name, value] of Object.entries(bearerHeaders(token))) request.setRequestHeader(name, value);
    if (signal.aborted) end();
    else request.send(form);
  });
