import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Ignored by git. */
export const OUTPUT = join(ROOT, 'bench-results');
/** The server as it is measured; below ROOT, so that it finds package.json and the page. */
export const BUILT = join(OUTPUT, 'build/src');
export const SERVERS = fileURLToPath(new URL('../servers', import.meta.url));
