// Runs every check: types, lint, walls, unit and contract tests, and (unless --no-browser) the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const inCi = process.env.CI === 'true';
const scratch = mkdtempSync(join(tmpdir(), 'parley-test-'));
const found = (name) => existsSync(name) || (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

let failedSteps = 0;
const totals = { passed: 0, failed: 0, skipped: 0 };

const step = (title, ...args) => {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failedSteps += 1;
};

const jest = (title, ...projects) => {
  const report = join(scratch, `${projects.join('-')}.json`);
  const flags = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--maxWorkers=100%'];
  step(title, ...flags, '--selectProjects', ...projects, '--json', `--outputFile=${report}`, '--silent', '--reporters=default');
  if (!existsSync(report)) return;
  const result = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  totals.skipped += result.numPendingTests;
};

const needs = (program, what) => {
  if (found(program)) return true;
  console.log(`\n${program} is missing: ${what}.`);
  if (inCi) failedSteps += 1;
  return false;
};

step('types: server', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit');
step('types: page', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json', '--noEmit');
step('types: browser tests', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.e2e.json', '--noEmit');
step('lint', 'node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--cache', '--cache-location', 'node_modules/.cache/eslint/', '.');
step('walls', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', 'src', 'web');
if (!found('mariadbd') && !process.env.MYSQL_TEST_URL) needs('mariadbd', 'the MySQL half of the contract suites is skipped');
jest('unit and contract tests', 'server', 'web');
if (!process.argv.includes('--no-browser') && needs(process.env.CHROMIUM_PATH ?? 'chromium', 'the browser tests are skipped')) {
  jest('browser tests', 'browser');
}
rmSync(scratch, { recursive: true, force: true });

const failed = totals.failed + (totals.failed === 0 ? failedSteps : 0);
console.log(`\n${totals.passed} passed, ${failed} failed, ${totals.skipped} skipped`);
process.exit(failedSteps + totals.failed === 0 ? 0 : 1);
