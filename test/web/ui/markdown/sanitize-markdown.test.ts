import fc from 'fast-check';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { sanitizeMarkdown } from '../../../../web/ui/markdown/sanitize-markdown.ts';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
}

/** The kinds of all nodes, as another program that opens the file would see them. */
const kindsOf = (text: string): Set<string> => {
  const kinds = new Set<string>();
  const walk = (node: Node): void => {
    kinds.add(node.type);
    node.children?.forEach(walk);
  };
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, () => walk] });
  return kinds;
};

const loads = (text: string): boolean =>
  [...kindsOf(text)].some((kind) => ['image', 'imageReference', 'html'].includes(kind));

test.each([
  ['![a](https://e.org/x.png)', '[a](https://e.org/x.png)'],
  ['![a][r] and ![r]\n\n[r]: https://e.org/x.png', '[a][r] and [r]\n\n[r]: https://e.org/x.png'],
  ['[![a](https://e.org/x.png)](https://e.org)', '[[a](https://e.org/x.png)](https://e.org)'],
  ['See <img src="https://e.org/x.png"> there', 'See &lt;img src="https://e.org/x.png"> there'],
  ['<div>\n![a](https://e.org/x.png)\n</div>', '&lt;div>\n&#33;[a](https://e.org/x.png)\n&lt;/div>'],
  ['<style>@import url(https://e.org)</style>', '&lt;style>@import url(https://e.org)&lt;/style>'],
])('%j becomes words and links', (text, harmless) => {
  expect(sanitizeMarkdown(text)).toBe(harmless);
  expect(loads(harmless)).toBe(false);
});

test.each([
  'Plain **words**, a [link](https://e.org) and <https://e.org>, 1 < 2.',
  '`![a](b)` and `<img>`',
  '```html\n<img src="x">\n![a](b)\n```\n\nAfter.',
  '- ```\n  <img>\n  ```\n\nAfter.',
])('%j stays as it is', (text) => {
  expect(sanitizeMarkdown(text)).toBe(text);
});

test.each(['* '.repeat(2000), ']('.repeat(2000), '> '.repeat(2000)])(
  'what asks too much of a parser loads nothing either: %#',
  (text) => {
    expect(sanitizeMarkdown(`${text}![a](https://e.org/x.png) <img>`)).toBe(
      `${text}&#33;[a](https://e.org/x.png) &lt;img>`,
    );
  },
);

const LONG = `${'word '.repeat(200)}\n`.repeat(61);

test('code of a long text stays as it is, and what stands around it loads nothing', () => {
  const code = '```html\n<img src="x">\n![a](b)\n```';
  const tilde = '~~~~\r\n<b>\r\n~~~\r\n![a](b)\r\n~~~~~ ';
  const picture = '![a](https://e.org/x.png) <img>';
  expect(sanitizeMarkdown([LONG, code, picture, tilde, picture].join('\n\n'))).toBe(
    [LONG, code, '&#33;[a](https://e.org/x.png) &lt;img>', tilde, '&#33;[a](https://e.org/x.png) &lt;img>'].join(
      '\n\n',
    ),
  );
});

test.each(['', LONG])('code that has no end ends with its text: what follows is no code %#', (before) => {
  expect(sanitizeMarkdown(`${before}\n\n\`\`\`\`js\nlet a;\n\`\`\``)).toBe(
    `${before}\n\n\`\`\`\`js\nlet a;\n\`\`\`\n\`\`\`\``,
  );
});

test.each([
  ['', 1500],
  [`${LONG}\n`, 150],
])('whatever is made of such pieces, nothing of it loads %#', (before, numRuns) => {
  const pieces = fc.constantFrom(
    '![a](https://e.org/x)',
    '![a][r]',
    '\n[r]: https://e.org\n',
    '<img src=x>',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '```',
    '~~~',
    '`',
    '\n',
    '\r',
    '\n\n',
    '- ',
    '> ',
    '    ',
    '\\',
    '![',
    '](',
    ')',
    '[',
    'a',
    '|',
    '\n|-|\n',
    '<',
    '!',
    '<![CDATA[',
    ']]>',
    '<?',
    '[^1]',
    '\n[^1]: ',
    '&lt;img>',
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 24 }),
      (parts) => !loads(sanitizeMarkdown(before + parts.join('')).slice(before.length)),
    ),
    { numRuns, seed: 88 },
  );
});
