import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const OUTPUT_TIMEOUT_MS = 60_000;

/** A script of this folder in a process. `lines` is its output so far. */
export const startScript = (script: string, ...args: readonly string[]) => {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  let notify: () => void = () => undefined;
  child.stdout.on('data', (text: Buffer) => {
    const pieces = `${rest}${text}`.split('\n');
    rest = pieces.pop() ?? '';
    lines.push(...pieces);
    notify();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      resolve(code);
      notify();
    });
  });

  /** Resolves once that many lines were printed. */
  const printed = (count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${script} printed only ${lines.length} lines.`)),
        OUTPUT_TIMEOUT_MS,
      );
      notify = () => {
        if (lines.length < count && child.exitCode === null) return;
        clearTimeout(late);
        if (lines.length < count) reject(new Error(`${script} ended after ${lines.length} lines.`));
        else resolve();
      };
      notify();
    });

  return { lines, ended, printed, write: (text: string) => child.stdin.write(text), kill: () => child.kill('SIGKILL') };
};
