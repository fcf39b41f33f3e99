import fc from 'fast-check';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { toInertMarkdown } from '../../../../src/shared/inert-markdown.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** The nodes of a text, as another program that opens the file would see them. */
const nodesOf = (text: string): readonly Node[] => {
  const nodes: Node[] = [];
  const walk = (node: Node): void => {
    nodes.push(node);
    node.children?.forEach(walk);
  };
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, () => walk] });
  return nodes;
};
const loads = (text: string): boolean =>
  nodesOf(text).some(({ type }) => ['image', 'imageReference', 'html'].includes(type));
/** Whether what is written after it is no more what it is. */
const swallows = (text: string): boolean =>
  !nodesOf(`${text}\n\n### After it\n`).some(({ type, children = [] }) => {
    return type === 'heading' && children.some(({ value }) => value === 'After it');
  });

test.each([
  ['![a](https://e.org/x.png) <img>', '&#33;[a](https://e.org/x.png) &lt;img>'],
  ['<!-- x', '&lt;!-- x'],
  ['<details>\n\nin', '&lt;details>\n\nin'],
  ['```js\nlet a;', '```js\nlet a;\n```'],
  ['- a\n  ```js\n  let a;', '- a\n  ```js\n  let a;\n  ```'],
  ['  ```js\nlet a;', '  \\```js\nlet a;'],
  ['an `open tick\nand `<img>', 'an `open tick\nand `&lt;img>'],
])('%j loads nothing and ends', (text, inert) => {
  expect(toInertMarkdown(text)).toBe(inert);
  expect(loads(inert)).toBe(false);
  expect(swallows(inert)).toBe(false);
});

test.each([
  'Plain **words**, a [link](https://e.org), 1 > 2.',
  '`![a](b)`, ``<img> ` `` and `<b>`\nand `<i>`',
  '```html\n<img src="x">\n![a](b)\n```\n\nAfter.',
  '- ```\n  <img>\n  ```\n\nAfter.',
  'First:\n1. ```\n   <img>\n   ```\n2. ```\n\n   <b>\n   ```\n\nAfter.',
  '1. Do\n\n   ```html\n   <img>\n\n     <b>\n   ```\n\nAfter.',
])('%j stays as it is', (text) => {
  expect(toInertMarkdown(text)).toBe(text);
});

test('whatever is made of such pieces, nothing of it loads, and what follows is not part of it', () => {
  const pieces = fc.constantFrom(
    ...['![a](https://e.org/x)', '![a][r]', '\n[r]: https://e.org\n', '<img src=x>', '<div>', '</div>', '<!--', '-->'],
    ...['```', '\n```\n', '\n  ```\n', '\n   ```js\n', '\n  ~~~\n', '~~~', '````', '`', '``', '\n', '\r', '\n\n'],
    ...[
      '- ',
      '\n- ',
      '\n1. ',
      '\n2. ',
      '\n- ```\n',
      '\n1. ~~~\n',
      '\n7) ```\n',
      '> ',
      '\n> ',
      '    ',
      '  ',
      '\t',
      '\\',
      '![',
      '](',
      ')',
      '[',
      'a',
      '|',
      '\n|-|\n',
    ],
    ...['<', '!', '<![CDATA[', ']]>', '<?', '[^1]', '\n[^1]: ', '&lt;img>', '\n# ', '\n---\n'],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const inert = toInertMarkdown(parts.join(''));
      return !loads(inert) && !swallows(inert);
    }),
    { numRuns: 600, seed: 88 },
  );
});
