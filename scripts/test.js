// Runs every check: the build, then unit, contract and (unless --no-browser) browser tests, and lint with types, walls
// and format in the time that the tests leave.
// `--changed` looks only at what differs from main: its format, the checks of code, and the tests that import it; the
// browser only when it sees the change.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { baseOf, changedFiles, planFor } from './changed.js';
import { filesToRerun, hasOtherFault, passedAlone, totalsOf, totalsWithRerun } from './rerun.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const inCi = process.env.CI === 'true';
const scratch = mkdtempSync(join(tmpdir(), 'parley-test-'));
const found = (name) =>
  existsSync(name) || (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

let failedSteps = 0;
const totals = { passed: 0, failed: 0, skipped: 0 };
const add = (counts) => {
  for (const key of Object.keys(totals)) totals[key] += counts[key];
};

const ended = (child) => new Promise((resolve) => child.once('close', resolve));

/** Runs a check beside others, so it prints its output as one piece when it is done. */
const check = async ([title, ...args], priority = constants.priority.PRIORITY_BELOW_NORMAL) => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  // Tests wait for processes and browsers now and then; checks have that time.
  setPriority(child.pid, priority);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  if ((await ended(child)) !== 0) failedSteps += 1;
  console.log(`\n== ${title}\n${output}`.trimEnd());
};

/** As many checks at a time as there are cores: each of them keeps one busy. */
const allChecks = async (checks) => {
  const waiting = [...checks];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
};

// Tests that watch processes and browsers wait a good deal: with one more of them than cores a
// quarter of the time was idle.
const workers = availableParallelism() + 2;

/** Runs jest; its report, or undefined where it wrote none. */
const runJest = async (args) => {
  const report = join(scratch, 'report.json');
  rmSync(report, { force: true });
  const all = [
    // Workers inherit it: with more room for what is short-lived they collect garbage less often.
    '--max-semi-space-size=32',
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
    '--silent',
    '--reporters=default',
    ...args,
  ];
  const code = await ended(spawn(process.execPath, all, { cwd: root, stdio: 'inherit' }));
  return { code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined };
};

const jest = async (title, projects, only = []) => {
  console.log(`\n== ${title}`);
  const selected = ['--selectProjects', ...projects];
  const { code, report } = await runJest([`--maxWorkers=${workers}`, ...selected, ...only]);
  const files = report ? filesToRerun(report) : [];
  if (files.length === 0) {
    if (code !== 0) failedSteps += 1;
    if (report) add(totalsOf(report));
    return;
  }
  console.log(`\n== once more, alone: ${files.map((file) => relative(root, file)).join(', ')}`);
  const second = await runJest(['--runInBand', ...selected, '--runTestsByPath', ...files]);
  if (second.code !== 0 || hasOtherFault(report, code)) failedSteps += 1;
  add(second.report ? totalsWithRerun(report, second.report) : totalsOf(report));
  for (const line of second.report ? passedAlone(report, second.report) : [])
    console.log(`UNSTEADY: failed beside other tests, passed alone: ${relative(root, line)}`);
};

const requireProgram = (program, what) => {
  if (found(program)) return true;
  console.log(`\n${program} is missing: ${what}.`);
  if (inCi) failedSteps += 1;
  return false;
};

const base = process.argv.includes('--changed') ? baseOf(root) : undefined;
/** Null: everything is looked at. */
const plan = base === undefined ? null : planFor(changedFiles(root, base));
const chromium = process.env.CHROMIUM_PATH ?? 'chromium';
const withBrowser = !process.argv.includes('--no-browser') && plan?.browser !== 'none';

const format = (...files) => [
  'format',
  'node_modules/oxfmt/bin/oxfmt',
  '--check',
  // A change of pictures alone has nothing to look at.
  '--no-error-on-unmatched-pattern',
  ...files,
];
const walls = ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs'];

// Keeps one core busy and is all that tests wait for; checks have the others meanwhile.
const build = ['build', 'scripts/prepare.js', 'build'];
const built = withBrowser ? check(build, constants.priority.PRIORITY_NORMAL) : undefined;
const checks = allChecks([
  ...(plan?.format.length === 0 ? [] : [format(...(plan?.format ?? ['.']))]),
  ...(plan?.code === false
    ? []
    : [
        ['lint and types', 'node_modules/oxlint/bin/oxlint'],
        ['walls', ...walls, 'src', 'web', 'migrations'],
        ['unused', 'node_modules/knip/bin/knip.js', '--no-progress'],
      ]),
]);
if (!found('mariadbd') && !process.env.MYSQL_TEST_URL)
  requireProgram('mariadbd', 'the MySQL half of the contract suites is skipped');
const browser = withBrowser && requireProgram(chromium, 'the browser tests are skipped');
await built;
if (plan === null)
  await jest(`unit${browser ? ', contract and browser' : ' and contract'} tests`, [
    'server',
    'web',
    ...(browser ? ['browser'] : []),
  ]);
else {
  const since = [`--changedSince=${base}`, '--passWithNoTests'];
  if (plan.units) await jest('unit and contract tests of what changed', ['server', 'web'], since);
  if (browser) await jest('browser tests', ['browser'], plan.browser === 'all' ? [] : since);
}
await checks;
rmSync(scratch, { recursive: true, force: true });

const failed = totals.failed + (totals.failed === 0 ? failedSteps : 0);
console.log(`\n${totals.passed} passed, ${failed} failed, ${totals.skipped} skipped`);
process.exit(failedSteps + totals.failed === 0 ? 0 : 1);
