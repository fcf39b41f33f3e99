// The built server with a counter of the statements that save running replies: `node counting-parley.js <built start.js>`.
const { startParley } = await import(process.argv[2]);
const running = await startParley(process.env);

let checkpoints = 0;
running.parts.database.dialect.pool.on('query', ({ sql, __knexTxId: transaction }) => {
  if (transaction === undefined && sql.startsWith('INSERT INTO reply_log')) checkpoints += 1;
});
process.on('message', () => {
  process.send({ checkpoints });
  checkpoints = 0;
});
process.on('disconnect', () => void running.stop().then(() => process.exit(0)));
process.send({ port: Number(new URL(running.url).port) });
