import { toPlainText } from '../../src/shared/plain-text.ts';

test.each([
  ['# Title', 'Title'],
  ['a **bold** and *thin* ~~old~~ word', 'a bold and thin old word'],
  ['**all *of* it**', 'all of it'],
  ['_so_ snake_case_name', 'so snake_case_name'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['[text](https://a.example/b_(c)) and ![alt](x.png)', 'text and alt'],
  ['[text][1] said[2], and 【3】', 'text said, and '],
  ['`a_b_c` and ``x*y*z``', 'a_b_c and x*y*z'],
  ['**use `x*y`** now', 'use x*y now'],
  ['$a_1$ plus $b_1$', 'a_1 plus b_1'],
  ['- one\n  - two\n1. three\n- [x] done\n> > said', 'one\ntwo\nthree\ndone\nsaid'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a, b\n1, 2'],
  ['one\n\n---\n\n[a]: https://a.example\ntwo', 'one\n\n\ntwo'],
  ['```js\n# not *this*\n```\nafter', '# not *this*\nafter'],
  ['1 \\* 2 &lt; 3', '1 * 2 < 3'],
  ['<b>shown</b>', '<b>shown</b>'],
])('%j reads %j', (markdown, text) => {
  expect(toPlainText(markdown)).toBe(text);
});
