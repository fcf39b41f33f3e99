import { processEntryArgs as entryArgs, workerEntry as entry } from '../../src/platform/worker-entry.ts';

const SOURCES = new URL('../../src/', import.meta.url).href;
/** Programs lie beside each other in the build (vite.server.config.ts). */
const BUILT_PROGRAM = new URL('../../dist/src/main.js', import.meta.url).href;

/** The sources need a loader, which takes half a second of each start; the build of the same sources needs none. */
const importerOf = (importerUrl: string): string =>
  process.env['PARLEY_TEST_BUILT'] === 'yes' && importerUrl.startsWith(SOURCES) ? BUILT_PROGRAM : importerUrl;

/** Stands in for src/platform/worker-entry.ts: processes and threads run the build where there is one. */
export const processEntryArgs: typeof entryArgs = (name, importerUrl) => entryArgs(name, importerOf(importerUrl));

export const workerEntry: typeof entry = (name, importerUrl) => entry(name, importerOf(importerUrl));
