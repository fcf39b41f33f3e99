// What `npm test -- --changed` has to look at: the files that differ from main, and which checks they can break.
import { execFileSync } from 'node:child_process';

/** What any test may depend on: nothing less than every check will do. */
const TOUCHES_ALL =
  /^(?:package-lock\.json|package\.json|jest\.config\.js|(?:.*\/)?tsconfig\.json|\.ox(?:fmt|lint)rc\.json|scripts\/test\.js|test\/(?:support|web)\/.*\.c?js)$/;
/** What a browser sees. */
const TOUCHES_BROWSER = /^(?:web|src\/contract|src\/shared)\/|^vite\.config\.ts$/;
const IS_BROWSER_TEST = /^test\/e2e\//;
const IS_CODE = /^(?:src|web|migrations|test|scripts)\/|^vite\./;

/** Which checks a list of changed files asks for; `null` stands for every one. */
export const planFor = (files) => {
  if (files.some((file) => TOUCHES_ALL.test(file))) return null;
  return {
    format: files,
    code: files.some((file) => IS_CODE.test(file)),
    units: files.length > 0,
    browser: files.some((file) => TOUCHES_BROWSER.test(file))
      ? 'all'
      : files.some((file) => IS_BROWSER_TEST.test(file))
        ? 'changed'
        : 'none',
  };
};

const git = (root, ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

const mergeBase = (root, branch) => {
  try {
    return git(root, 'merge-base', 'HEAD', branch)[0];
  } catch {
    return undefined;
  }
};

/** Where this work left main: the remote's if it is known, else the local one, else the last commit. */
export const baseOf = (root) => mergeBase(root, 'origin/main') ?? mergeBase(root, 'main') ?? 'HEAD';

/** Every file that is not as it is in `base`, committed or not; deleted ones are left out. */
export const changedFiles = (root, base) =>
  [
    ...new Set([
      ...git(root, 'diff', '--name-only', '--diff-filter=d', base),
      ...git(root, 'ls-files', '--others', '--exclude-standard'),
    ]),
  ].toSorted();
