import { foldText } from '../../shared/fold-text.ts';
import { significantTerms, termsOf } from './text-terms.ts';

/** Words that say something; a question with fewer is a fragment of the one before. */
const MIN_OWN_TERMS = 2;
/** A longer question says itself what its pronouns mean. */
const MAX_OWN_TERMS = 6;
/** Two characters each, so twice as many. */
const UNSPACED_FACTOR = 2;

/** Folded, as they stand in front of a question that continues another one. */
const CONTINUATIONS = [
  'and|but|or|so|also|then|what about|how about|what if|same',
  'und|aber|oder|also|dann|auch|sowie|wie sieht es',
  'et|mais|ou|donc|alors|aussi|meme',
  'y|e|pero|o|entonces|tambien|ademas|ed|ma|anche|mas|entao|tambem',
];
const CONTINUES = new RegExp(`^(?:${CONTINUATIONS.join('|')})\\b`);
/** Scripts without spaces, and Arabic, whose "and" is written together with the next word. */
const CONTINUES_UNSPACED = /^(?:そして|それで|では|じゃあ|また|あと|ところで|しかし|でも|那么|那|还有|而且|و)/;

/**
 * Pronouns and adverbs that stand for something said before; not those that are articles or fillers in most questions.
 */
const PRONOUNS: ReadonlySet<string> = new Set(
  [
    'it its they them their theirs that those these this he him his she her hers there then one ones such same ' +
      'former latter',
    'er ihn ihm sie ihr ihre ihrem ihren dies dieser diese dieses diesen davon dafur dagegen damit daran darauf ' +
      'daraus darin darum dazu dabei dort jener jene',
    'ils elles celui celle ceux celles cela ca ceci lui leur leurs y en dedans',
    'ello ellos ellas eso esto ese esa aquel aquella alli ahi esos esas cio questo quello isso isto aquilo',
    'ذلك تلك هذا هذه هو هي هم فيه فيها عنه عنها منه منها له لها به بها',
  ].flatMap((line) => line.split(' ')),
);
const PRONOUNS_UNSPACED = /それ|これ|あれ|その|この|彼女|彼|そこ|ここ|它|他们|她|这个|那个/;

/** Whether a question can be understood only with the one before: it is short, has a pronoun, or begins with "and". */
export const leansOnPrevious = (question: string): boolean => {
  const own = significantTerms(question);
  const folded = foldText(question).replace(/^[^\p{L}\p{N}]+/u, '');
  const isUnspaced = own.length > 0 && own.every(({ stem, word }) => stem === undefined && [...word].length === 2);
  const size = isUnspaced ? own.length / UNSPACED_FACTOR : own.length;
  if (size < MIN_OWN_TERMS) return true;
  if (size > MAX_OWN_TERMS) return false;
  return (
    CONTINUES.test(folded) ||
    CONTINUES_UNSPACED.test(folded) ||
    PRONOUNS_UNSPACED.test(folded) ||
    termsOf(question, false).some(({ word }) => PRONOUNS.has(word))
  );
};
