import { findTargetEnds } from '../../src/shared/link-targets.ts';

const targets = (text: string) => [...findTargetEnds(text)].map(([start, end]) => text.slice(start, end)).toSorted();

test('a target ends with its own parenthesis, and may have one level of others', () => {
  expect(targets('[a](x) and [b](y_(z))')).toEqual(['(x)', '(y_(z))', '(z)']);
  expect(targets('(a(b(c)))')).toEqual(['(b(c))', '(c)']);
});

test('what is never closed, never opened or too long is no target', () => {
  expect(targets('((a)')).toEqual(['(a)']);
  expect(targets('a) (b)')).toEqual(['(b)']);
  expect(targets(`(${'x'.repeat(2047)})`)).toHaveLength(1);
  expect(targets(`(${'x'.repeat(2048)})`)).toEqual([]);
});
