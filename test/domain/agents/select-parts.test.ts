import { selectParts, selectSections } from '../../../src/domain/agents/select-parts.ts';
import { expectLinear } from '../../support/expect-linear.ts';

const HISTORY = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} tells how the town grew and who lived there.`);
const MAYOR = 'The Kestrel bridge was opened in 1931 by Mayor Dunn.';
const withMayor = [...HISTORY.slice(0, 200), MAYOR, ...HISTORY.slice(200)].join('\n\n');

test('a text for which there is room is given whole', () => {
  expect(selectParts('One.\n\nTwo.', 'three', 100)).toBe('One.\n\nTwo.');
});

test('of a long text the beginning is given, and what is looked for, with what is left out between', () => {
  const text = selectParts(withMayor, 'When was the Kestrel bridge opened?', 2000);
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(text.startsWith('Paragraph 0 tells')).toBe(true);
  expect(text).toContain(`[…]\n\n`);
  expect(text).toContain(MAYOR);
});

test('also where words are not parted by blanks, or in another form', () => {
  const page = (sentence: string) => [...HISTORY, sentence, ...HISTORY].join('\n\n');
  expect(selectParts(page('橋は1931年に開通した。'), 'その橋の開通はいつ?', 2000)).toContain('橋は1931年');
  expect(selectParts(page('Die Brücken öffneten 1931.'), 'brücke öffnung', 2000)).toContain('öffneten 1931');
});

test('where nothing matches, the beginning', () => {
  const text = selectParts(withMayor, 'xyz', 2000);
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(text.endsWith('[…]')).toBe(true);
  expect(text).not.toContain('Paragraph 100 ');
});

test('of a document each part tells its page', () => {
  const sections = HISTORY.map((text, at) => ({ page: at + 1, text: at === 200 ? MAYOR : text }));
  const found = selectSections(sections, 'When was the Kestrel bridge opened?', 2000);
  expect(found.find(({ text }) => text.includes(MAYOR))).toEqual({ page: 201, text: `[…]\n\n${MAYOR}\n\n[…]` });
  expect(found[0]).toEqual({ page: 1, text: HISTORY[0] });
});

test('a long paragraph is cut between words', () => {
  const text = selectParts('height 3012 '.repeat(600), 'depth', 2000);
  expect(text).toMatch(/^(?:height 3012 ?)+\s+\[…\]$/);
});

test('takes time in proportion to the text', async () => {
  await expectLinear({
    size: 2000,
    make: (size) => 'The Kestrel bridge.\n\n'.repeat(size),
    run: (text) => selectParts(text, 'Kestrel bridge', 6000),
  });
}, 60_000);
