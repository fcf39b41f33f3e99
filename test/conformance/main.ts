// `npm run conformance [-- part of an entry's name …]`: the contract suites against the real services that variables
// name (docs/conformance.md).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { isBuilt } from '../../scripts/built.js';
import { conformanceEnv, ENTRIES, type Entry, PREFIX } from './entries.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];

interface Result {
  readonly name: string;
  readonly version: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why nothing was run. */
  readonly note: string;
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
});

const env = conformanceEnv(process.env);
const named = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'));

const runJest = async (args: readonly string[], more: NodeJS.ProcessEnv) => {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(process.execPath, [...JEST, '--json', `--outputFile=${report}`, '--runInBand', ...args], {
    cwd: ROOT,
    // What jest says goes to the log, the table alone to the output.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...(isBuilt() ? { PARLEY_TEST_BUILT: 'yes' } : {}), ...more },
  });
  await new Promise((resolve) => child.once('close', resolve));
  const found = reportSchema.safeParse(JSON.parse(readFileSync(report, 'utf8')));
  if (!found.success) throw new Error('jest has written no report');
  return found.data;
};

const runEntry = ({ id, tests }: Entry) =>
  tests
    ? runJest([...tests.files, '--selectProjects', 'server', '-t', tests.pattern], tests.env(env))
    : runJest(['--config', 'test/conformance/jest.config.js'], { [`${PREFIX}ENTRY`]: id });

const versionOf = async ({ version }: Entry): Promise<string> =>
  (await version?.(env).catch(() => undefined)) ?? 'not told';

const missingOf = ({ needs }: Entry): string[] => needs.filter((name) => (env[name] ?? '') === '');

const toResult = async (entry: Entry): Promise<Result> => {
  const nothing = { passed: 0, failed: 0, skipped: 0, version: '' };
  const name = `${entry.id} (${entry.service})`;
  const missing = missingOf(entry);
  if (entry.byHand !== undefined) return { ...nothing, name, note: entry.byHand };
  if (missing.length > 0)
    return { ...nothing, name, note: `skipped: ${missing.map((each) => PREFIX + each).join(', ')} not set` };
  const version = await versionOf(entry);
  const report = await runEntry(entry);
  // Tests that -t leaves out are no part of the suite.
  const skipped = entry.tests ? 0 : report.numPendingTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { name, version, passed: report.numPassedTests, failed, skipped, note: '' };
};

const isWanted = (name: string): boolean => named.length === 0 || named.some((part) => name.includes(part));

const rows: Result[] = [];
for (const entry of ENTRIES.filter(({ id }) => isWanted(id))) rows.push(await toResult(entry));
rmSync(folder, { recursive: true, force: true });

const cells = rows.map(({ name, version, passed, failed, skipped, note }) => [
  name,
  note === '' ? version : note,
  ...(note === '' ? [passed, failed, skipped].map(String) : ['', '', '']),
]);
for (const line of [
  ['port (service)', 'version', 'passed', 'failed', 'skipped'],
  ['---', '---', '--:', '--:', '--:'],
  ...cells,
])
  console.log(`| ${line.join(' | ')} |`);
process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;
