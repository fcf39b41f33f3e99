import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let server: Server;
let proxy: TcpProxy;
let sockets: Socket[];

/** Says back what it hears. */
beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startTcpProxy({ port: (server.address() as AddressInfo).port });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await proxy.close();
  server.close();
});

const dial = (): Socket => {
  const socket = connect(proxy.port, '127.0.0.1')
    .on('error', () => undefined)
    .setEncoding('utf8');
  sockets.push(socket);
  return socket;
};
const echo = async (socket: Socket, text: string): Promise<unknown> => {
  const heard = once(socket, 'data');
  socket.write(text);
  return (await heard)[0];
};

test('passes bytes on, both ways', async () => {
  expect(await echo(dial(), 'one')).toBe('one');
  expect(proxy.connections()).toBe(1);
});

test('breaks what is open and what comes while it is cut', async () => {
  const before = dial();
  await echo(before, 'one');
  proxy.cut();
  await once(before, 'close');
  await once(dial(), 'close');
  proxy.restore();
  expect(await echo(dial(), 'two')).toBe('two');
  expect(proxy.connections()).toBe(3);
});

test('frozen, it holds what is open and what comes, and passes all on when it thaws', async () => {
  const before = dial();
  await echo(before, 'one');
  proxy.freeze();
  let heard = '';
  for (const socket of [before, dial()]) {
    socket.on('data', (text: string) => (heard += text));
    socket.write('two');
  }
  await echo(await direct(), 'the server itself answers');
  expect(heard).toBe('');
  const both = Promise.all(sockets.slice(0, 2).map((socket) => once(socket, 'data')));
  proxy.thaw();
  await both;
  expect(heard).toBe('twotwo');
});

const direct = async (): Promise<Socket> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
};
