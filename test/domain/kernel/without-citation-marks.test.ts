import { forNewSources, withoutCitationMarks } from '../../../src/domain/kernel/without-citation-marks.ts';

test.each([
  ['Rain fell [1]. Snow fell [2][3], hail too [1, 4-5].', 'Rain fell. Snow fell, hail too.'],
  ['Rain fell【2†L3】.', 'Rain fell.'],
  ['See [1](https://example.org), `list[1]` and a[0].', 'See [1](https://example.org), `list[1]` and a[0].'],
  ['```js\nconst a = list[1];\n```\nDone [1].', '```js\nconst a = list[1];\n```\nDone.'],
  ['- [ ] nothing [x], [2024]', '- [ ] nothing [x], [2024]'],
])('%j', (answer, expected) => {
  expect(withoutCitationMarks(answer)).toBe(expected);
});

test('what the person wrote stays', () => {
  const messages = [
    { role: 'user', content: 'What does [1] say?' },
    { role: 'assistant', content: 'Rain [1].' },
  ];
  expect(forNewSources(messages).map(({ content }) => content)).toEqual(['What does [1] say?', 'Rain.']);
});
