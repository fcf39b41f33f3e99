import { estimateTokens, measureTokens } from '../../../src/domain/kernel/estimate-tokens.ts';

test('four letters of English, two of another alphabet and one Chinese or Japanese character are a token', () => {
  expect(estimateTokens('word word wo')).toBe(3);
  expect(estimateTokens('слово')).toBe(3);
  expect(estimateTokens('請假規定')).toBe(4);
  expect(estimateTokens('キャンセル')).toBe(5);
  expect(estimateTokens('')).toBe(0);
});

test('pieces of a text add up to the whole', () => {
  const pieces = ['He', 'llo, ', '世界', '! Привет'];
  const sum = pieces.reduce((tokens, piece) => tokens + measureTokens(piece), 0);
  expect(sum).toBe(measureTokens(pieces.join('')));
});
