import { LeadingThoughts } from '../../../src/domain/kernel/leading-thoughts.ts';

const split = (pieces: Iterable<string>): [thoughts: string, answer: string] => {
  const scanner = new LeadingThoughts();
  const scanned = [...[...pieces].flatMap((piece) => scanner.feed(piece)), ...scanner.flush()];
  const join = (isInside: boolean): string =>
    scanned.map(({ inside, text }) => (inside === isInside ? text : '')).join('');
  return [join(true), join(false)];
};

test.each([
  ['Hello.', '', 'Hello.'],
  ['<think>\nA greeting.\n</think>\n\nHello.', '\nA greeting.\n', 'Hello.'],
  ['\n<thinking>A greeting.</thinking>Hello.', 'A greeting.', 'Hello.'],
  ['<think>One.</think>\n<think>Two.</think>\nHello.', 'One.Two.', 'Hello.'],
  ['<think>Never ends', 'Never ends', ''],
  ['<thin ice', '', '<thin ice'],
  ['<think', '', '<think'],
  ['The tag `<think>` begins the thoughts.', '', 'The tag `<think>` begins the thoughts.'],
  ['<think>It is 1 < 2.</think>Yes: 1 < 2.', 'It is 1 < 2.', 'Yes: 1 < 2.'],
])('%j, whole and letter by letter', (text, thoughts, answer) => {
  expect(split([text])).toEqual([thoughts, answer]);
  expect(split(text)).toEqual([thoughts, answer]);
});
