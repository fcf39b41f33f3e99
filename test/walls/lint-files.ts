import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const TYPES = { strict: true, lib: ['ES2023', 'DOM'], jsx: 'preserve', noUnusedLocals: true, noEmit: true, types: [] };

interface Diagnostic {
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
}

/** Lints files that stand nowhere by the rules of the project. Returns the broken rules by file. */
export const lintFiles = (files: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const tree = mkdtempSync(join(tmpdir(), 'parley-lint-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  };
  write('.oxlintrc.json', JSON.stringify({ extends: [join(root, '.oxlintrc.json')] }));
  write('tsconfig.json', JSON.stringify({ compilerOptions: TYPES }));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const cli = join(root, 'node_modules/oxlint/bin/oxlint');
  const run = spawnSync(process.execPath, [cli, '--format', 'json', '.'], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') },
  });
  rmSync(tree, { recursive: true, force: true });
  if (!run.stdout.startsWith('{')) throw new Error(`${run.stdout}${run.stderr}`);
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] };
  const found = new Map<string, string[]>(Object.keys(files).map((file) => [file, []]));
  for (const { filename, code, message } of diagnostics) found.get(filename)?.push(code ?? message);
  return found;
};
