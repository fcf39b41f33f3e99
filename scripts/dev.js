// `npm run dev`: the server restarts on change (node --watch) and Vite reloads the page (port 5173).
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const children = [
  ['--watch', '--watch-preserve-output', '--import', 'tsx', 'src/server-thread.ts'],
  ['node_modules/vite/bin/vite.js'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
