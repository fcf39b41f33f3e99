// The server, from its sources, with a counter of the statements that save running replies: `node --import tsx
// counting-parley.js <start.ts>`.
const { startParley } = await import(process.argv[2]);
const running = await startParley(process.env);

let checkpoints = 0;
const { database } = running.context;
const change = database.change.bind(database);
database.change = (sql, values) => {
  if (sql.startsWith('INSERT INTO reply_log')) checkpoints += 1;
  return change(sql, values);
};
process.on('message', () => {
  process.send({ checkpoints });
  checkpoints = 0;
});
process.on('disconnect', () => void running.stop().then(() => process.exit(0)));
process.send({ port: Number(new URL(running.url).port) });
