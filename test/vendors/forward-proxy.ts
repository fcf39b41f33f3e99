import { createServer, type Socket as NetSocket, connect } from 'node:net';

export interface ForwardProxy {
  readonly url: string;
  /** The hosts that were asked for, as `vendor.example:443`. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** An HTTP proxy that opens a tunnel to `target` for whatever host is asked for. */
export const startForwardProxy = async (target: string): Promise<ForwardProxy> => {
  const asked: string[] = [];
  const sockets = new Set<NetSocket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.once('data', (head: Buffer) => {
      asked.push(/^CONNECT (\S+)/.exec(head.toString('latin1'))?.[1] ?? '');
      const { port } = new URL(target);
      const upstream = connect(Number(port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      sockets.add(upstream);
      upstream.on('error', () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
