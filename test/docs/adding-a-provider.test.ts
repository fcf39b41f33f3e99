import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/adding-a-provider.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const quoted = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);

const sources = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
);
const isExported = (name: string): boolean =>
  sources.some((text) =>
    new RegExp(
      `^export (?:abstract )?(?:const|class|interface|function\\*?|async function\\*?|type) ${name}\\b`,
      'm',
    ).test(text),
  );

/** What the compiler says of texts where the page tells people to put them, under the settings of the project. */
const compileErrors = (...texts: readonly string[]): string[] => {
  const files = new Map(texts.map((text, index) => [join(root, `src/adapters/llm/acme${index}.ts`), text]));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')) as {
    config: unknown;
  };
  const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noEmit: true };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.fileExists = (file) => files.has(file) || ts.sys.fileExists(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file);
    return text === undefined ? read(file, version, ...rest) : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .join('\n');
  });
};

test('the example compiles where it is to be put, and with a name that does not exist it would not', () => {
  const [asWritten, ...broken] = compileErrors(
    example,
    example.replace('enabledBy', 'switchedOnBy'),
    example.replaceAll('defineLlmProvider', 'llmProvider'),
  );
  expect(asWritten).toBe('');
  expect(broken).toEqual([expect.stringContaining('switchedOnBy'), expect.stringContaining('llmProvider')]);
}, 120_000);

test('every class and function that the page names is exported by the code', () => {
  const named = [...new Set(quoted.filter((name) => /^[A-Za-z]+$/.test(name) && /[a-z][A-Z]|^[A-Z]/.test(name)))];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !isExported(name))).toEqual([]);
  expect(isExported('llmProvider')).toBe(false);
});

test('every file that the page names is there', () => {
  const files = quoted.filter((name) => /^(?:src|test|docs)\//.test(name) && name !== 'src/adapters/llm/acme.ts');
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every kind of provider is named', () => {
  const kinds = sources.flatMap((text) =>
    [...text.matchAll(/^export const (\w+Provider) = defineProvider</gm)].map(([, name]) => name),
  );
  expect(kinds).toContain('mailProvider');
  expect(kinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});
