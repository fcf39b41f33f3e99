import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { BUILT, ROOT } from './places.ts';

/** Compiles the server as `npm run build` does, into a folder of the bench's own. */
export const buildServer = (): void => {
  const out = dirname(BUILT);
  rmSync(out, { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', out], { cwd: ROOT, stdio: 'inherit' });
};
