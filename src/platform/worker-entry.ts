import { fileURLToPath } from 'node:url';

const isSource = (importerUrl: string): boolean => importerUrl.endsWith('.ts');

const entryFile = (name: string, importerUrl: string): URL =>
  new URL(`./${name}.${isSource(importerUrl) ? 'ts' : 'js'}`, importerUrl);

/**
 * Node arguments that run the module `name` in the caller's folder (`import.meta.url`): JavaScript when built,
 * TypeScript with the development loader when run from the sources.
 */
export const processEntryArgs = (name: string, importerUrl: string): readonly string[] => [
  ...(isSource(importerUrl) ? ['--import', 'tsx'] : []),
  fileURLToPath(entryFile(name, importerUrl)),
];

/** The same for a worker thread. Threads get the loader explicitly: on Node 20 they do not inherit the option. */
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
