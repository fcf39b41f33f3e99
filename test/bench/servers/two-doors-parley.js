// The server, from its sources, behind two ports: the product's own, and a plain one without any limit of a connection
// or a body. `node --import tsx two-doors-parley.js <start.ts> <body-budget.ts>`.
import { createServer } from 'node:http';

const { startParley } = await import(process.argv[2]);
const { BodyBudget } = await import(process.argv[3]);
const running = await startParley(process.env);

const plain = createServer({ requestTimeout: 0 }, running.handle);
await new Promise((resolve) => plain.listen(0, '127.0.0.1', resolve));
const { port: plainPort } = plain.address();

const take = BodyBudget.prototype.take;
BodyBudget.prototype.take = function (ctx, sender) {
  return ctx.req.socket.localPort === plainPort ? () => undefined : take.call(this, ctx, sender);
};
process.on('message', () => process.send({ plainPort }));
process.on('disconnect', () => void running.stop().then(() => process.exit(0)));
process.send({ port: Number(new URL(running.url).port) });
