import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ServiceResponse {
  readonly status?: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebService {
  readonly url: string;
  readonly calls: ReceivedRequest[];
  /** How it answers from now on; `undefined` cuts the connection. */
  answer: (call: ReceivedRequest) => ServiceResponse | undefined;
  close(): Promise<void>;
}

/** A small HTTP service: stands for Twilio, Google's keys, Firebase's identity toolkit and captcha makers. */
export const startWebService = async (answer: WebService['answer']): Promise<WebService> => {
  const calls: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString('utf8')));
    request.on('end', () => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      const reply = service.answer(call);
      if (!reply) return void request.socket.destroy();
      response.writeHead(reply.status ?? 200, {
        'Content-Type': 'application/json',
        Connection: 'close',
        ...reply.headers,
      });
      response.end(JSON.stringify(reply.json));
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
