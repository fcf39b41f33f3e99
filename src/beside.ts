import { fileURLToPath } from 'node:url';

const isSource = (asking: string): boolean => asking.endsWith('.ts');

const fileOf = (name: string, asking: string): URL => new URL(`./${name}.${isSource(asking) ? 'ts' : 'js'}`, asking);

/**
 * Arguments with which node runs the module `name` in the folder of the one that asks (`import.meta.url`). Built it is
 * JavaScript; from the sources it is TypeScript, which node reads only with the help of the developers' loader.
 */
export const processBeside = (name: string, asking: string): readonly string[] => [
  ...(isSource(asking) ? ['--import', 'tsx'] : []),
  fileURLToPath(fileOf(name, asking)),
];

/** The same as the program of a thread. Threads get the loader by hand: its option does not reach them on Node 20. */
export const threadBeside = (
  name: string,
  asking: string,
): { readonly program: URL | string; readonly isText: boolean } => {
  const file = fileOf(name, asking);
  if (!isSource(asking)) return { program: file, isText: false };
  return {
    program: `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(file.href)})));`,
    isText: true,
  };
};
