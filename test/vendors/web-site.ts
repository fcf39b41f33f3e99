import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebSite {
  readonly url: string;
  readonly port: number;
  /** Paths that were asked for, in order. */
  readonly requestedPaths: string[];
  close(): Promise<void>;
}

export type Pages = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>;

/** A web site of a few pages, some of them ill-meaning. */
export const startWebSite = async (pages: Pages): Promise<WebSite> => {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requestedPaths.push(path);
    const page = pages[path];
    if (page) page(response, request);
    else response.writeHead(404).end('Not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requestedPaths,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

export const respondsWith =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);

export const redirectsTo =
  (location: string, status = 302) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { Location: location }).end();
