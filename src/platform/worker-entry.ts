import { fileURLToPath } from 'node:url';

const isSource = (importerUrl: string): boolean => importerUrl.endsWith('.ts');

const entryFile = (name: string, importerUrl: string): URL =>
  new URL(`./${name}.${isSource(importerUrl) ? 'ts' : 'js'}`, importerUrl);

/**
 * Arguments with which node runs the module `name` in the folder of the one that asks (`import.meta.url`). Built it is
 * JavaScript; from the sources it is TypeScript, which node reads only with the help of the developers' loader.
 */
export const processEntryArgs = (name: string, importerUrl: string): readonly string[] => [
  ...(isSource(importerUrl) ? ['--import', 'tsx'] : []),
  fileURLToPath(entryFile(name, importerUrl)),
];

/** The same as the program of a thread. Threads get the loader by hand: its option does not reach them on Node 20. */
export const workerEntry = (
  name: string,
  importerUrl: string,
): { readonly program: URL | string; readonly isText: boolean } => {
  const file = entryFile(name, importerUrl);
  if (!isSource(importerUrl)) return { program: file, isText: false };
  return {
    program: `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(file.href)})));`,
    isText: true,
  };
};
