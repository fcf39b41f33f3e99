import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const WEB = join(import.meta.dirname, '../../web');
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

/** The classes of a CSS module, without those that are global. */
const classesOf = (css: string): readonly string[] => {
  const selectors = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .replaceAll(/:global\([^)]*\)/g, '');
  return [...new Set(selectors.match(/(?<=\.)[a-z][\w-]*/g))];
};

/** Classes that no file that imports the module names. Those of a file with computed names are not known. */
const unusedClasses = (css: string, importers: readonly string[]): readonly string[] => {
  const isComputed = importers.some((text) => /styles\[[^'"]/.test(text));
  const quoted = (name: string) => importers.some((text) => text.includes(`'${name}'`));
  return isComputed ? [] : classesOf(css).filter((name) => !quoted(name));
};

test('every class of a CSS module is used', () => {
  const sources = files.filter((file) => /\.tsx?$/.test(file)).map(read);
  const modules = files.filter((file) => file.endsWith('.module.css'));
  expect(modules.length).toBeGreaterThan(50);
  const unused = modules.flatMap((file) => {
    const importers = sources.filter((text) => text.includes(`/${basename(file)}'`));
    return unusedClasses(read(file), importers).map((name) => `${file}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('a class that nobody names is found', () => {
  const css = '.used { margin: 0 } .left:hover .used { margin: 0 } :global(.katex) { margin: 0 }';
  expect(unusedClasses(css, ["cx(styles['used'])"])).toEqual(['left']);
});
