// A lint rule: refuses patterns that restart inside what they have just scanned, as `<b>[^]*?</b>` in `<b><b>…`.
// eslint-plugin-regexp finds loops that exchange characters with a neighbour and loops at the start of a pattern; this
// rule finds the rest: a loop behind a prefix (or another loop) that can match within the loop itself.
import { RegExpParser } from '@eslint-community/regexpp';
import { getStaticValue } from '@eslint-community/eslint-utils';
import { DFA, JS, NFA } from 'refa';

/** Patterns with more states cannot be analysed quickly and are refused. */
const MAX_STATES = 20_000;
const states = () => new NFA.LimitedNodeFactory(MAX_STATES);
const ANY = '[^]';
const LINE_BEGIN = '[\\n\\r\\u2028\\u2029]';

const isLoop = (node) => node.type === 'Quantifier' && node.max === Infinity;
const isEndless = (node, flags) =>
  node.type === 'CharacterSet' && node.kind === 'any'
    ? flags.includes('s')
    : node.raw === ANY || node.raw === '[\\s\\S]';

/**
 * The language of a pattern element. `assertions`: `ignore` treats them as satisfied, `disable` drops paths through
 * them.
 */
const wordsOf = (source, flags, assertions) => {
  const parser = JS.Parser.fromLiteral({ source, flags: flags.replace(/[gy]/g, '') });
  const { expression, maxCharacter } = parser.parse({ assertions, backreferences: 'disable' });
  return NFA.fromRegex(expression, { maxCharacter }, {}, states());
};

const repeated = (raw) => `(?:${raw})*`;
const both = (a, b) => NFA.fromIntersection(a, b, states());

/** Texts in which nothing matches what must follow the loop. */
const without = (source, flags) => {
  const texts = DFA.fromFA(
    wordsOf(`${ANY}*(?:${source})${ANY}*`, flags, 'disable'),
    new DFA.LimitedNodeFactory(MAX_STATES),
  );
  texts.complement();
  return texts;
};

/** What must follow a loop, and whether it may be empty. */
const canFail = (loop, after, flags) => {
  const source = after.map(({ raw }) => raw).join('');
  if (wordsOf(source, flags, 'disable').test([])) return false;
  const onlyEnds = after.every(({ type, kind }) => type !== 'Assertion' || kind === 'end');
  return !(
    isEndless(loop.element, flags) &&
    onlyEnds &&
    !flags.includes('m') &&
    wordsOf(source, flags, 'ignore').test([])
  );
};

/** Whether `between` can repeat within the loop, and within its prefix, without ever reaching the end. */
const restarts = ({ earlier, between, loop, after }, flags) => {
  const source = between
    .map(({ raw }, at) => (at === 0 && raw === '^' && flags.includes('m') ? LINE_BEGIN : raw))
    .join('');
  const again = both(wordsOf(source, flags, 'ignore'), wordsOf(repeated(loop.element.raw), flags, 'ignore'));
  const inBoth = earlier === ANY ? again : both(again, wordsOf(repeated(earlier), flags, 'ignore'));
  if (inBoth.isEmpty) return false;
  const twice = inBoth.copy();
  twice.append(inBoth);
  return !both(twice, without(after.map(({ raw }) => raw).join(''), flags)).isEmpty;
};

/** All loops of a pattern, each with what precedes and follows it on its path. */
function* loopsIn(alternatives, way) {
  for (const { elements } of alternatives) {
    for (const [at, node] of elements.entries()) {
      const before = [...way.before, ...elements.slice(0, at)];
      const after = [...elements.slice(at + 1), ...way.after];
      yield* loopsOf(node, { ...way, before, after });
    }
  }
}

function* loopsOf(node, way) {
  if (node.type === 'Quantifier') {
    if (isLoop(node)) yield { loop: node, ...way };
    const rounds = isLoop(node) ? [...way.rounds, { begun: way.before.length, left: way.after.length }] : way.rounds;
    if (node.element.alternatives) yield* loopsIn(node.element.alternatives, { ...way, rounds });
  } else if (node.type === 'Assertion' && node.kind === 'lookahead')
    yield* loopsIn(node.alternatives, { ...way, after: [], rounds: [], ahead: true });
  else if (node.type === 'Assertion' && node.kind === 'lookbehind')
    yield* loopsIn(node.alternatives, { before: [], after: [], rounds: [], behind: true });
  else if (node.alternatives) yield* loopsIn(node.alternatives, way);
}

/** What can scan up to the loop: the search for a start, and every loop before it. */
const runsBefore = ({ before, ahead }, flags) => {
  const isHeld = flags.includes('y') || (before[0]?.raw === '^' && !flags.includes('m'));
  const runs = before.flatMap((node, at) =>
    isLoop(node) && at + 1 < before.length ? [{ earlier: node.element.raw, between: before.slice(at + 1) }] : [],
  );
  const search = !isHeld && (before.length > 0 || ahead) ? [{ earlier: ANY, between: before }] : [];
  return [...search, ...runs];
};

/** Whether a nested loop may cross the border between two rounds of its outer loop: `(?:<!--[^]*?-->)*x`. */
const mixesRounds = ({ loop, before, after, rounds }, flags) =>
  rounds.some(({ begun, left }) => {
    const between = [...after.slice(0, after.length - left), ...before.slice(begun)];
    const behind = after.slice(after.length - left);
    return (
      between.length > 0 &&
      canFail(loop, behind, flags) &&
      restarts({ earlier: ANY, between, loop, after: behind }, flags)
    );
  });

const isSlow = (found, flags) => {
  if (found.behind || mixesRounds(found, flags)) return true;
  if (!canFail(found.loop, found.after, flags)) return false;
  return runsBefore(found, flags).some((run) => restarts({ ...run, loop: found.loop, after: found.after }, flags));
};

const alternativesOf = (source, flags) =>
  new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  }).alternatives;

const checkPattern = (source, flags) => {
  try {
    const slow = [...loopsIn(alternativesOf(source, flags), { before: [], after: [], rounds: [], ahead: false })].find(
      (found) => isSlow(found, flags),
    );
    return slow && { messageId: 'slow', data: { loop: slow.loop.raw } };
  } catch (error) {
    return { messageId: 'unknown', data: { reason: error.message } };
  }
};

const checked = new Map();

/** The finding for a pattern; undefined for one that is linear in its text. */
const findProblem = (source, flags) => {
  const key = `/${source}/${flags}`;
  if (!checked.has(key)) checked.set(key, checkPattern(source, flags));
  return checked.get(key);
};

const messages = {
  slow: 'The loop `{{loop}}` is entered anew at every place of a text: write a scanner, or bound it.',
  unknown: 'Whether this pattern is linear cannot be told: {{reason}}',
};

export default {
  meta: { type: 'problem', schema: [], messages },
  create(context) {
    const check = (node, source, flags) => {
      const fault = findProblem(source, flags);
      if (fault) context.report({ node, ...fault });
    };
    const built = (node) => {
      if (node.callee.name !== 'RegExp') return;
      const [source, flags] = node.arguments.map(
        (argument) => getStaticValue(argument, context.sourceCode.getScope(node))?.value,
      );
      if (typeof source === 'string') check(node, source, typeof flags === 'string' ? flags : '');
    };
    return {
      Literal: (node) => node.regex && check(node, node.regex.pattern, node.regex.flags),
      NewExpression: built,
      CallExpression: built,
    };
  },
};
