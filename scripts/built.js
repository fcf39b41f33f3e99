// Whether dist/ was built from the current sources.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Every source file that the build reads. */
export const SOURCES = [
  'src',
  'web',
  'migrations',
  'scripts/build.js',
  'scripts/messages.js',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'tsconfig.json',
];

const timeOf = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

/** The newest change time below the given files and folders. */
const newest = (paths) =>
  Math.max(
    ...paths.map((path) => {
      const full = join(root, path);
      if (!existsSync(full)) return 0;
      const stat = statSync(full);
      if (!stat.isDirectory()) return stat.mtimeMs;
      return Math.max(stat.mtimeMs, newest(readdirSync(full).map((name) => join(path, name))));
    }),
    0,
  );

/** False as soon as a source is newer than the marker, which a complete build writes last. */
export const isBuilt = () => timeOf('dist/.built') >= newest(SOURCES);
