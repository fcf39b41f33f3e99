import { Alignment } from './alignment.ts';
import { quantitiesAgree } from './quantities/quantities-agree.ts';
import type { NumberToken, Tokens } from './tokenize.ts';

const states = ({ numbers }: Tokens, number: NumberToken): boolean =>
  numbers.some((stated) => quantitiesAgree(number, stated));

/** More numbers are compared with nothing. */
const MAX_NUMBERS = 8;

const isWithin = (part: ReadonlySet<number>, whole: ReadonlySet<number>): boolean =>
  part.size < whole.size && [...part].every((at) => whole.has(at));

/**
 * Whether a number of the claim stands in a cell of a table, and the claim's words fit the row and column of another
 * cell, with all that fits this one. `prose`: what the source says outside of tables.
 */
export const isOfAnotherCell = (claim: Tokens, cells: readonly Tokens[], prose: readonly Tokens[]): boolean => {
  if (cells.length === 0) return false;
  const fits = cells.map((cell) => new Alignment(claim, cell).matchedItems());
  return claim.numbers
    .slice(0, MAX_NUMBERS)
    .filter((number) => number.isOptional !== true && !prose.some((text) => states(text, number)))
    .some((number) => {
      const itemOf = claim.items.findIndex((item) => item.kind === 'number' && claim.numbers[item.at] === number);
      const own = fits.filter((_, at) => states(cells[at] ?? claim, number)).map((fit) => without(fit, itemOf));
      const others = fits.filter((_, at) => !states(cells[at] ?? claim, number));
      if (own.length === 0) return cells.some((cell) => isOfAnotherUnit(number, cell));
      return own.every((fit) => others.some((other) => isWithin(fit, other)));
    });
};

/** The same number, which counts something else. */
const isOfAnotherUnit = ({ unit, values }: NumberToken, { numbers }: Tokens): boolean =>
  unit !== undefined &&
  numbers.some((stated) => stated.unit !== undefined && stated.values.some((value) => values.includes(value)));

const without = (fit: ReadonlySet<number>, item: number): ReadonlySet<number> =>
  new Set([...fit].filter((at) => at !== item));
