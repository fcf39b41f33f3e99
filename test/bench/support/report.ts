import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

import { rounded } from './figures.ts';
import { OUTPUT } from './paths.ts';

export interface Row {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly digits?: number;
  /** The most (or with `atLeast` the least) that is good; absent for figures that only inform. */
  readonly target?: number;
  readonly atLeast?: boolean;
  readonly note?: string;
}

export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

export const isMet = ({ measured, target, atLeast }: Row): boolean =>
  target === undefined || (atLeast ? measured >= target : measured <= target);

const cells = (row: Row): string[] => {
  const { what, measured, unit, digits = 1, target, atLeast, note = '' } = row;
  const targetText = target === undefined ? '' : `${atLeast ? '≥' : '≤'} ${target}`;
  const mark = target === undefined ? '' : isMet(row) ? 'met' : 'NOT MET';
  return [what, `${rounded(measured, digits)} ${unit}`, targetText, mark, note];
};

/** Prints a row as soon as it is measured: a part may take long, and be ended before it is done. */
export const printRow = (row: Row): void => {
  const [what, measured, , mark, note] = cells(row);
  console.log([what, measured, mark, note].filter(Boolean).join(' | '));
};

const HEAD = ['figure', 'measured', 'target', '', 'note'];

/** The table as Markdown, columns in line. */
const markdown = ({ title, rows }: Table): string => {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [`### ${title}`, '', drawn[0], rule, ...drawn.slice(1), ''].join('\n');
};

/** Prints the tables of one part and keeps them as bench-results/<name>.json and .md. */
export const report = (name: string, tables: readonly Table[]): void => {
  const text = tables.map(markdown).join('\n');
  console.log(text);
  mkdirSync(OUTPUT, { recursive: true });
  const circumstances = {
    at: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load: loadavg(),
  };
  const marked = tables.map(({ title, rows }) => ({ title, rows: rows.map((row) => ({ ...row, met: isMet(row) })) }));
  writeFileSync(
    join(OUTPUT, `${name}.json`),
    `${JSON.stringify({ name, ...circumstances, tables: marked }, null, 2)}\n`,
  );
  writeFileSync(join(OUTPUT, `${name}.md`), text);
};
