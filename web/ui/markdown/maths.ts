/** Code first, so that a formula in code stays code; then the four ways of writing a formula. */
const FORMULA = new RegExp([
  /(?<code>(?<tick>`+)[\s\S]*?[^`]\k<tick>(?!`))/,
  /(?<!\\)\\\[(?<square>[\s\S]+?)\\\]/,
  /(?<!\\)\\\((?<round>[^\n]+?)\\\)/,
  /(?<![\\$])\$\$(?<double>[\s\S]+?)\$\$/,
  /(?<![\\$\w])\$(?<single>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?![\w$])/,
].map(({ source }) => source).join('|'), 'g');

/** `$5, or 3$` is about money: what begins with a digit must look like a formula to be one. */
const isPrice = (tex: string): boolean => /^\d/.test(tex) && !/[\\^_=+*/{}<>]/.test(tex);

const oneLine = (tex: string): string => `$$${tex.replace(/\s*\n\s*/g, ' ').trim()}$$`;

/** A formula that has its lines to itself is set apart; any other stands in the text. */
const display = (tex: string, match: string, at: number, whole: string): string => {
  const before = whole.slice(whole.lastIndexOf('\n', at - 1) + 1, at);
  const after = /^[^\n]*/.exec(whole.slice(at + match.length))?.[0] ?? '';
  if (before.trim() !== '' || !/^[ .,;]*$/.test(after)) return oneLine(tex);
  const lines = tex.trim().split('\n').map((line) => before + line.trim()).join('\n');
  return `$$\n${lines}\n${before}$$${after.trim() === '' ? '' : '\n'}`;
};

/** Rewrites every formula into the one form that the parser is told to take, `$$…$$`; prices and code stay as they are. */
export const withFormulas = (text: string): string => text.replace(FORMULA, (match: string, ...rest: unknown[]) => {
  const groups = rest.at(-1);
  const at = Number(rest.at(-3));
  const whole = String(rest.at(-2));
  const named = (name: string): string => {
    const found: unknown = typeof groups === 'object' && groups !== null ? Object.entries(groups).find(([key]) => key === name)?.[1] : undefined;
    return typeof found === 'string' ? found : '';
  };
  const apart = named('square') || named('double');
  if (apart !== '') return display(apart, match, at, whole);
  const inText = named('round') || named('single');
  return inText === '' || (named('single') !== '' && isPrice(inText)) ? match : oneLine(inText);
});

const isFormula = ({ groups = {} }: RegExpExecArray): boolean => {
  const { square, round, double, single } = groups;
  return [square, round, double].some(Boolean) || (single !== undefined && !isPrice(single));
};

/** Whether a text holds a formula. Costs next to nothing for text without dollar signs and backslashes. */
export const hasFormulas = (text: string): boolean => /\$|\\[[(]/.test(text) && [...text.matchAll(FORMULA)].some(isFormula);
