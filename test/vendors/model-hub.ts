import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeModelHub {
  readonly url: string;
  /** `HEAD /path`, `GET /path bytes=5-` and so on, in order. */
  readonly requests: string[];
  /** Answers in place of the hub, once per call; undefined leaves it to the hub. */
  misbehave: ((request: IncomingMessage, response: ServerResponse, content: Buffer) => boolean) | undefined;
  close(): Promise<void>;
}

const COMMIT = 'c'.repeat(40);
const digest = (kind: 'sha1' | 'sha256', ...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash(kind);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/**
 * A host of models as huggingface.co answers: small files by git's digest, large ones by a redirect that announces the
 * SHA-256 and leads to another place, which resumes.
 */
export const startModelHub = async (
  repository: string,
  files: Readonly<Record<string, Buffer>>,
): Promise<FakeModelHub> => {
  const requests: string[] = [];
  const sendContent = (request: IncomingMessage, response: ServerResponse, content: Buffer): void => {
    if (hub.misbehave?.(request, response, content)) return;
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = from > 0 ? { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': content.length - from, ...range });
    response.end(request.method === 'HEAD' ? undefined : content.subarray(from));
  };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}${request.headers.range ? ` ${request.headers.range}` : ''}`);
    const [, revision, path = ''] = new RegExp(`^/${repository}/resolve/([^/]+)/(.+)$`).exec(request.url ?? '') ?? [];
    const stored = Object.entries(files).find(([name]) => request.url === `/cdn/${encodeURIComponent(name)}`);
    if (stored) return sendContent(request, response, stored[1]);
    const content = files[path];
    if (!content || !['main', COMMIT].includes(revision ?? '')) return void response.writeHead(404).end();
    response.setHeader('X-Repo-Commit', COMMIT);
    if (path.endsWith('.json')) {
      response.setHeader('ETag', `"${digest('sha1', `blob ${content.length}\0`, content)}"`);
      return sendContent(request, response, content);
    }
    response.setHeader('X-Linked-ETag', `"${digest('sha256', content)}"`);
    response.setHeader('X-Linked-Size', String(content.length));
    response.writeHead(302, { Location: `/cdn/${encodeURIComponent(path)}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: FakeModelHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    misbehave: undefined,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return hub;
};
