import { rmSync } from 'node:fs';

// Closing its standard input ends the private MariaDB and removes its folder.
export default async () => {
  rmSync(process.env.PARLEY_TEST_TEMPLATES, { recursive: true, force: true });
  const server = globalThis.parleyMariaDb;
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.stdin.end();
  await ended;
};
