const TOTAL_MS = 8000;
const MOST_BYTES = 4 * 1024 * 1024;

export interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; absent: GET. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

/**
 * One call to a search service: within eight seconds and four megabytes, without following a redirect, so that a key
 * never travels to another host. Throws an error whose message names the status and never the answer.
 */
export const askJson = async ({ url, headers = {}, body, signal }: Question): Promise<unknown> => {
  const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(url, {
    ...posted,
    headers: { Accept: 'application/json', 'User-Agent': 'Parley (self-hosted chat)', ...type, ...headers },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the search service answered ${answer.status}`);
  }
  return JSON.parse(await textOf(answer));
};

const textOf = async (answer: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('the answer of the search service is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
