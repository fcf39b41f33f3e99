import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';

import { BUILT, ROOT } from './paths.ts';

/** Bundles the server as `npm run build` does, into a folder of the bench's own. */
export const buildServer = (): void => {
  rmSync(BUILT, { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--config',
      'vite.server.config.ts',
      '--outDir',
      BUILT,
      '--logLevel',
      'warn',
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
};
