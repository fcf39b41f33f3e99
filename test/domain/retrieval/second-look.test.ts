import type { StoredChunk } from '../../../src/domain/retrieval/chunk.ts';
import { withoutNearDuplicates } from '../../../src/domain/retrieval/near-duplicates.ts';
import { scoreFeatures } from '../../../src/domain/retrieval/score-features.ts';
import { firstWordings } from '../../../src/domain/retrieval/wordings.ts';
import { expectLinear } from '../../support/expect-linear.ts';

const passage = (text: string, heading = ''): { chunk: StoredChunk; score: number; meaningRank: null } => ({
  chunk: { ownerId: 'ann', fileId: 'f', ordinal: 0, kind: 'text', page: null, heading, text },
  score: 1,
  meaningRank: null,
});

/** The places of the passages, best first; the lists left them equal. */
const order = (question: string, ...passages: readonly ReturnType<typeof passage>[]): number[] => {
  const scores = scoreFeatures(firstWordings(question, []), passages);
  return [...passages.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
};

describe('the features of a passage', () => {
  test('one with the rare word of the question comes before one with its frequent words', () => {
    const frequent = Array.from({ length: 5 }, () =>
      passage('The machine of the customer and the machine of the shop.'),
    );
    expect(order('Which machine has the bypass valve?', ...frequent, passage('Open the bypass valve first.'))[0]).toBe(
      5,
    );
  });

  test('words that stand together come before the same words far apart', () => {
    const apart = `The deposit is described below. ${'Something else is said here. '.repeat(8)} The key is returned.`;
    expect(order('Is there a key deposit?', passage(apart), passage(`The key deposit is paid back. ${apart}`))[0]).toBe(
      1,
    );
  });

  test('the heading counts, and so do quoted phrases and numbers', () => {
    const text = 'It is done by the tenant and costs nothing.';
    expect(order('How is winter service done?', passage(text, 'Cleaning'), passage(text, 'Winter service'))[0]).toBe(1);
    const [loose, exact] = [passage('An act is not of God or force.'), passage('This is called an act of God.')];
    expect(order('What is an "act of God"?', loose, exact)[0]).toBe(1);
    expect(order('What does § 14 say of noise?', passage('§ 41 Noise'), passage('§ 14 Noise'))[0]).toBe(1);
    expect(order('Is 1.5 bar enough?', passage('The pressure is 15 bar'), passage('The pressure is 1.5 bar'))[0]).toBe(
      1,
    );
  });

  test('a word inside a compound counts, less than the word itself', () => {
    const [none, part, whole] = [
      passage('Der Keller ist trocken.'),
      passage('Die Kündigungsfrist.'),
      passage('Die Frist.'),
    ];
    expect(order('Welche Frist?', none, part, whole)).toEqual([2, 1, 0]);
  });

  test('of a hostile size are found in linear time', async () => {
    const words = (length: number) => Array.from({ length }, (_, at) => `word${at % 50}`).join(' ');
    const make = (size: number) => [passage(words(size)), passage(words(size))];
    await expectLinear({ size: 3000, make, run: (passages) => order(words(40), ...passages) });
  });
});

describe('near-duplicates', () => {
  const text =
    'The tenant has to clean the stairs every Saturday before noon, and the yard in the first week of each month.';
  const left = (...texts: string[]) =>
    withoutNearDuplicates(texts.map((one) => passage(one))).map(({ chunk }) => texts.indexOf(chunk.text));

  test('leave the better one, whatever the case, spaces and punctuation', () => {
    expect(left('Another matter.', text, text.toUpperCase().replaceAll(',', ' ;\n'))).toEqual([0, 1]);
  });

  test('are not passages that differ in a figure or in what they say', () => {
    const fee = (amount: number) =>
      `${text} The fee for not doing so is ${amount} euros for each time it was left out.`;
    expect(left(fee(20), fee(25), fee(20))).toEqual([0, 1]);
    expect(left(text, text.replace('tenant has to clean the stairs', 'landlord need not look after the hall'))).toEqual(
      [0, 1],
    );
    expect(left('', 'One', 'Two')).toEqual([0, 1, 2]);
  });
});
