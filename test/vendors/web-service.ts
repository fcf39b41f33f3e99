import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Said {
  readonly status?: number;
  readonly json: unknown;
}

export interface WebService {
  readonly url: string;
  readonly calls: Received[];
  /** How it answers from now on; `undefined` cuts the connection. */
  answer: (call: Received) => Said | undefined;
  close(): Promise<void>;
}

/** A small HTTP service: stands for Twilio, Google's keys, Firebase's identity toolkit and captcha makers. */
export const startWebService = async (answer: WebService['answer']): Promise<WebService> => {
  const calls: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString('utf8')));
    request.on('end', () => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      const said = service.answer(call);
      if (!said) return void request.socket.destroy();
      response.writeHead(said.status ?? 200, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end(JSON.stringify(said.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: WebService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return service;
};
