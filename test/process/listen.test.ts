import { createServer } from 'node:http';

import { listen } from '../../src/process/listen.ts';

test.each([
  ['EACCES', 'PORT: the user of this process may not use port 80'],
  ['EADDRINUSE', 'PORT: port 80 is in use'],
  ['EADDRNOTAVAIL', 'HOST: must be an address of this machine'],
])('a server that cannot listen for %s names the variable that is wrong', async (code, fault) => {
  const server = createServer();
  server.listen = () => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
    return server;
  };
  await expect(listen(server, { HOST: '127.0.0.1', PORT: 80 })).rejects.toMatchObject({ faults: [fault] });
});

test('a failure that no variable explains stays what it is', async () => {
  const server = createServer();
  const failure = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  server.listen = () => {
    queueMicrotask(() => server.emit('error', failure));
    return server;
  };
  await expect(listen(server, { HOST: '127.0.0.1', PORT: 80 })).rejects.toBe(failure);
});
