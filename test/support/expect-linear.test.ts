import { expectLinear, growthOf, MAX_GROWTH } from './expect-linear.ts';

const letters = (size: number) => 'a'.repeat(size);
const count = (text: string): number => {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) seen += text.charCodeAt(at) & 1;
  return seen;
};

test('work that grows as its input does is told from work that grows with its square', async () => {
  await expectLinear({ size: 1_000_000, make: letters, run: count });
  const square = (text: string) => {
    for (let at = 0; at < text.length; at += 1) count(text);
  };
  expect(await growthOf({ size: 1500, make: letters, run: square }, 2)).toBeGreaterThan(MAX_GROWTH);
});

test('what runs for a moment is no growth', async () => {
  await expectLinear({ size: 1, make: letters, run: count });
});

test('what the work throws fails the test', async () => {
  await expect(growthOf({ size: 1, make: letters, run: () => Promise.reject(new Error('broken')) })).rejects.toThrow(
    'broken',
  );
});
