import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Nothing is written in what these hear of. */
const WITHOUT_TEXT = [
  'web/features/artifacts/chart/chart-figure.tsx',
  'web/ui/citations/use-hover-card.ts',
  'web/ui/overlays/menu-list.tsx',
];

const HEARS_KEYS = /\bkey [!=]== '(?:Enter|Escape)'/;
const LEAVES_COMPOSING = /\b(?:isComposing|useKeyDown)\(/;

test('Enter and Escape are the input method’s while it composes: whoever hears them asks', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('web', name));
  const deaf = files.filter((file) => {
    const source = readFileSync(file, 'utf8');
    return HEARS_KEYS.test(source) && !LEAVES_COMPOSING.test(source);
  });
  expect(deaf.filter((file) => !WITHOUT_TEXT.includes(file))).toEqual([]);
});
