import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = 2;

export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Every request as `METHOD /path`. */
  readonly requests: string[];
  /** The next so many requests are answered with this status and code. */
  fail(status: number, times: number, code?: string): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
};

const fault = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

const listing = (objects: Map<string, Buffer>, query: URLSearchParams): string => {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, PAGE);
  const isCut = keys.length > page.length;
  const contents = page
    .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length ?? 0}</Size></Contents>`)
    .join('');
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return (
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents}` +
    '</ListBucketResult>'
  );
};

/** One bucket of an S3-compatible service, addressed by path, for requests signed with one key. */
export const startS3Server = async (bucket: string, keyId: string): Promise<S3Server> => {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const faults: { readonly status: number; readonly body: string }[] = [];
  const uploads = new Map<string, Map<number, Buffer>>();
  const multipart = (method: string, key: string, query: URLSearchParams, body: Buffer) => {
    const id = query.get('uploadId') ?? String(uploads.size + 1);
    const parts = uploads.get(id) ?? new Map<number, Buffer>();
    if (method === 'PUT') parts.set(Number(query.get('partNumber')), body);
    else if (method === 'POST' && query.has('uploads')) {
      uploads.set(id, parts);
      const result = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
      return { status: 200, body: result };
    } else if (method === 'POST') {
      objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)));
      return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
    } else uploads.delete(id);
    return { status: method === 'DELETE' ? 204 : 200 };
  };
  const answer = (
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): { status: number; body?: Buffer | string } => {
    const found = objects.get(key);
    const upload = query.get('uploadId');
    if (upload !== null || query.has('uploads')) return multipart(method, key, query, body);
    if (method === 'PUT') {
      objects.set(key, body);
      return { status: 200 };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (key === '') return { status: 200, body: listing(objects, query) };
    return found ? { status: 200, body: found } : { status: 404, body: fault('NoSuchKey') };
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '', 'http://localhost');
      const method = request.method ?? '';
      requests.push(`${method} ${url.pathname}`);
      const failure = faults.shift();
      const signed = new RegExp(`^AWS4-HMAC-SHA256 Credential=${keyId}/\\d{8}/eu-central-1/s3/aws4_request`).test(
        request.headers.authorization ?? '',
      );
      const [, requestedBucket, ...rest] = url.pathname.split('/');
      const reply =
        failure ??
        (!signed
          ? { status: 403, body: fault('SignatureDoesNotMatch') }
          : requestedBucket !== bucket
            ? { status: 404, body: fault('NoSuchBucket') }
            : answer(method, rest.join('/'), url.searchParams, body));
      const content = reply.body === undefined ? Buffer.alloc(0) : Buffer.from(reply.body);
      const etag = createHash('md5').update(content).digest('hex');
      response.writeHead(reply.status, { 'Content-Length': content.length, ETag: `"${etag}"` });
      response.end(method === 'HEAD' ? undefined : content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    fail: (status, times, code = 'InternalError') =>
      void faults.push(...Array.from({ length: times }, () => ({ status, body: fault(code) }))),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
