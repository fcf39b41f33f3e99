// The yardstick: Node's own http, request and reply piped through, nothing looked at and nothing kept.
import { Agent, createServer, request as ask } from 'node:http';

const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const upstream = ask({ host: '127.0.0.1', port, method, path, headers, agent }, (reply) => {
    outgoing.writeHead(reply.statusCode, reply.headers);
    reply.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4096, () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
