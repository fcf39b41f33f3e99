import fc from 'fast-check';

import { expectLinear } from './expect-linear.ts';

/** Characters that some parser looks for. */
const FRAGMENTS = [
  '[',
  ']',
  '](',
  '(',
  ')',
  '![',
  '[1]',
  '【',
  '`',
  '``',
  '```',
  '~~~',
  '**',
  '_',
  '*',
  '#',
  '>',
  '|',
  '|-',
  '-',
  '- ',
  '1. ',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '\t',
  '\u00a0',
  '\u2028',
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<think>',
  '</think>',
  '<br>',
  '&amp;',
  '"',
  "'",
  '’',
  '$',
  '$$',
  '\\(',
  '\\)',
  '\\[',
  '\\',
  '\\frac',
  '{',
  '}',
  'http://',
  'www.',
  '@',
  '.',
  ',',
  ':',
  ';',
  '!',
  '?',
  '0',
  '1',
  '12,',
  'a',
  'aB',
  'é',
  'e\u0301',
  '\u0315',
  '\u0316',
  '\uff9e',
  '中',
  '한',
  'ー',
  'ﷺ',
  '😀',
  '\ud800',
  '\udc00',
  '...',
  'e.g. ',
  'about ',
  'Dr. ',
  'step 1:',
  'user:',
  'data: ',
  '=== [1] x',
  '<<<DATA ',
  'DATA>>>',
  '\0',
  '\u200d',
  'Σ',
];

/** The shape of a text: a prefix, a repeated part, a suffix. */
const seeds = fc.record({
  begin: fc.constantFrom('', ...FRAGMENTS),
  pump: fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 3 }).map((signs) => signs.join('')),
  end: fc.constantFrom('', 'x', '\n', ...FRAGMENTS),
});

export interface PumpOptions {
  /** Length of the smaller text. */
  readonly size?: number;
  readonly runs?: number;
  /** Texts that were slow once, always tried: a repeated part, or prefix, part and suffix. */
  readonly knownSlow?: readonly (string | readonly [begin: string, pump: string, end: string])[];
}

/** Tries repetitive texts, the same ones each time; fails when ten times the text costs twenty times the CPU. */
export const expectLinearInText = async (
  run: (text: string) => unknown,
  { size = 1500, runs = 25, knownSlow = [] }: PumpOptions = {},
): Promise<void> => {
  const examples = knownSlow.map((each): [{ begin: string; pump: string; end: string }] => {
    const [begin, pump, end] = typeof each === 'string' ? ['', each, ''] : each;
    return [{ begin, pump, end }];
  });
  const growing = ({ begin, pump, end }: { begin: string; pump: string; end: string }) =>
    expectLinear({ size, make: (length: number) => begin + pump.repeat(Math.ceil(length / pump.length)) + end, run });
  await fc.assert(fc.asyncProperty(seeds, growing), {
    seed: 13,
    numRuns: runs + examples.length,
    examples,
    endOnFailure: true,
  });
};
