import fc from 'fast-check';

import { maxValuesOf, parseBoundedJson } from '../../../../src/adapters/http/limits/bounded-json.ts';
import { expectLinear } from '../../../support/expect-linear.ts';

const PADDING = ' '.repeat(64 * 1024);

test('whatever JSON says is parsed, in texts of any length', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseBoundedJson(text, 1)).toEqual(JSON.parse(text));
      expect(parseBoundedJson(text + PADDING, Infinity)).toEqual(JSON.parse(text));
    }),
  );
});

test('values are counted, and signs within strings are none', () => {
  const refuse = (text: string, maxValues: number) => () => parseBoundedJson(text + PADDING, maxValues);
  expect(refuse('[{},{},{}]', 6)()).toEqual([{}, {}, {}]);
  expect(refuse('[{},{},{}]', 5)).toThrow('too large');
  expect(refuse('[[[[[0]]]]]', 4)).toThrow('too large');
  expect(refuse(JSON.stringify(['[{,', '\\', '\\"[{,', '"']), 4)()).toHaveLength(4);
  const [image, visitor] = [72 * 1024 * 1024, 2 * 1024 * 1024].map(maxValuesOf);
  expect(() => parseBoundedJson(`[${'{},'.repeat(1_000_001)}0]`, image ?? 0)).toThrow('too large');
  expect(() => parseBoundedJson('['.repeat(300_000), visitor ?? 0)).toThrow('too large');
  expect(parseBoundedJson(`"${'[{,'.repeat(3_000_000)}"`, 0)).toHaveLength(9_000_000);
});

test.each([
  ['{', 'no JSON'],
  ['{"__proto__":{"isAdmin":true}}', 'a prototype'],
  ['[{"a":{"_\\u005Fpr\\u006fto__":1}}]', 'a prototype in other letters'],
  [`"a${PADDING}`, 'a string without an end'],
])('%#: refused as what it is: %s', (text) => {
  expect(() => parseBoundedJson(text, Infinity)).toThrow('The body is not valid JSON');
});

test('words about prototypes are words', () => {
  expect(parseBoundedJson('{"a":"Object.__proto__ is \\u0061 key"}', 1)).toEqual({ a: 'Object.__proto__ is a key' });
});

test.each(['"\\"', '\\\\', '"', '[', '{},', 'a', '\\u0061'])(
  'takes time in proportion to its length: %j',
  async (part) => {
    const run = (text: string) => {
      try {
        parseBoundedJson(text, Infinity);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    await expectLinear({ size: 100_000, make: (size) => `"${part.repeat(Math.ceil(size / part.length))}`, run });
  },
);
