import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';

import { Markdown, preloadMarkdown } from '../../../../web/ui/markdown/markdown.tsx';

const loaded = async (container: HTMLElement): Promise<void> => {
  await waitFor(() => expect(container.querySelector('.plain')).toBeNull());
};

const show = async (text: string, streaming = false) => {
  const view = render(<Markdown text={text} streaming={streaming} />);
  await loaded(view.container);
  return { ...view, again: (next: string, still = true) => view.rerender(<Markdown text={next} streaming={still} />) };
};

beforeAll(() => {
  preloadMarkdown();
});

test('text reads as text before the renderer has come', () => {
  render(<Markdown text="Just words." />);
  expect(screen.getByText('Just words.')).toBeInTheDocument();
});

test('headings, lists, tables and tasks are what they are', async () => {
  await show('## Title\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done');
  expect(screen.getByRole('heading', { name: 'Title' })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual(['one', 'two', 'done']);
  expect(within(screen.getByRole('group', { name: 'Table' })).getByRole('cell', { name: '2' })).toBeInTheDocument();
  expect(screen.getByRole('checkbox')).toBeChecked();
});

test('markup in a text stays text and makes nothing', async () => {
  const { container } = await show(
    '<img src=x onerror=alert(1)> and <b>bold</b> and <T>\n\n<script>alert(1)</script>\n\n' +
      '<iframe src="https://e.org"></iframe>',
  );
  expect(container.querySelector('img, b, script, iframe')).toBeNull();
  expect(container).toHaveTextContent('<b>bold</b> and <T>');
  expect(container).toHaveTextContent('<script>alert(1)</script>');
});

test('links open elsewhere without telling who sent them; other schemes are no links', async () => {
  await show(
    '[web](https://e.org) [post](mailto:a@e.org) [bad](javascript:alert(1)) [data](data:text/html,x) ' +
      '[file](file:///etc/passwd) [rel](/api/x)',
  );
  const links = screen.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['web', 'post']);
  for (const link of links) {
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveAttribute('target', '_blank');
  }
});

test('a picture is a link until a click, wherever it is; only one within the text is shown', async () => {
  const own = [
    '/api/site-icon?host=secret.example',
    '/api/image?u=x&s=y',
    '/api/auth/logout',
    '/sandbox',
    '/share/x',
    '/?file=f1',
  ];
  const inText = ['![inline](data:image/png;base64,iVBORw0KGgo=)', '![drawn](data:image/svg+xml;base64,PHN2Zz4=)'];
  const { container } = await show(
    ['![far](https://e.org/a.png)', ...own.map((address) => `![own](${address})`), ...inText].join(' '),
  );
  const [far, ...links] = screen.getAllByRole('link');
  expect(far).toHaveAccessibleName('Image: far (load from e.org)');
  expect(far).toHaveAttribute('href', 'https://e.org/a.png');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(own);
  for (const link of links) expect(link).toHaveAccessibleName(`Image: own (load from ${window.location.host})`);
  for (const link of links)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  expect([...container.querySelectorAll('img')].map((picture) => picture.getAttribute('alt'))).toEqual(['inline']);
});

test('a picture in a link is words of that link', async () => {
  await show('[![badge](https://e.org/a.png)](https://e.org/there) and [![](/api/x)](https://e.org/here)');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['badge', 'https://e.org/there'],
    [window.location.host, 'https://e.org/here'],
  ]);
});

/** Everything through which a text could make a browser ask for something. */
const asksOf = (container: HTMLElement): string[] => {
  const loading =
    'img, iframe, object, embed, video, audio, source, track, link, script, style, image, use, feImage, base, ' +
    'meta, form, input[type=image]';
  const elements = [...container.querySelectorAll(loading)].map(({ outerHTML }) => outerHTML);
  const attributes = [...container.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  const asking = attributes.filter(
    ({ name, value }) =>
      /^(?:src|srcset|poster|background|data|action|formaction|ping|xlink:href|on.*)$/.test(name) ||
      (name === 'style' && /url|image|@/i.test(value)),
  );
  return [...elements, ...asking.map(({ name, value }) => `${name}=${value}`)];
};

test.each([
  '$$\\includegraphics[height=2em]{https://e.org/x.png}$$',
  '$$\\href{https://e.org}{a} \\url{https://e.org}$$',
  '$$\\htmlStyle{background:url(https://e.org/x)}{a}$$',
  '$$\\htmlClass{a}{b} \\htmlId{a}{b} \\htmlData{a=b}{c}$$',
  '$$\\textcolor{url(https://e.org/x)}{a} \\colorbox{url(https://e.org/x)}{b}$$',
  '$$\\def\\x{\\includegraphics{/api/site-icon}}\\x$$',
  '```html\n<img src="https://e.org/x"><link rel=stylesheet href=x><style>@import url(https://e.org)</style>\n```',
  '```mermaid\ngraph TD; A["<img src=https://e.org/x>"]\n```',
  '```svg\n<svg><image href="https://e.org/x"/></svg>\n```',
  '<svg><image href="https://e.org/x"/></svg> <link rel=prefetch href=https://e.org> <video poster=https://e.org/x>',
  '![a]( "t") ![b](//e.org/x) ![c](/\\e.org/x) ![d](\\\\e.org/x) ![e](data:text/html,x) ![f](blob:x) ![g](x.png) ' +
    '![h](javascript:a)',
  '![a][r]\n\n[r]: /api/site-icon?host=secret.example',
  '| ![a](https://e.org/x) |\n|---|\n| ![b](/sandbox) |\n\n> ![c](https://e.org/x)\n\n' +
    '- ![d](https://e.org/x)[^1]\n\n[^1]: ![e](/x)',
  '[![a](https://e.org/x)](https://e.org)',
])('nothing is asked for by showing %j, neither while it comes nor when it is whole', async (text) => {
  const { container, again } = await show(text, true);
  expect(asksOf(container)).toEqual([]);
  again(text, false);
  await waitFor(() => expect(container.querySelectorAll('.plain')).toHaveLength(0));
  if (text.startsWith('$$'))
    await waitFor(() => expect(container.querySelector('.katex, .katex-error')).not.toBeNull());
  expect(asksOf(container)).toEqual([]);
});

test('a link whose target is named in another block is a link', async () => {
  await show('See [the docs][d].\n\nMore words.\n\n[d]: https://e.org/docs');
  expect(screen.getByRole('link', { name: 'the docs' })).toHaveAttribute('href', 'https://e.org/docs');
});

test('code tells its language, is coloured once finished, wraps and copies', async () => {
  const person = userEvent.setup();
  const { container } = await show('```python\ndef f():\n    return "x"\n```');
  expect(screen.getByText('python')).toBeInTheDocument();
  await waitFor(() => expect(container.querySelector('.keyword')).toHaveTextContent('def'));
  expect(container.querySelector('code')).toHaveTextContent('def f(): return "x"');
  const wrap = screen.getByRole('button', { name: 'Wrap lines' });
  await person.click(wrap);
  expect(wrap).toHaveAttribute('aria-pressed', 'true');
  await person.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await navigator.clipboard.readText()).toBe('def f():\n    return "x"');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
});

test('copying works where the clipboard is forbidden, and says so where nothing does', async () => {
  const person = userEvent.setup();
  await show('```\nx\n```');
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  await person.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await screen.findByRole('button', { name: 'Copying is not allowed here' })).toBeInTheDocument();
});

test('code that holds markup is shown to the letter after colouring', async () => {
  const { container } = await show('```html\n<b class="x">&amp; "q" \'s\'</b>\n```');
  await waitFor(() => expect(container.querySelector('code span')).not.toBeNull());
  expect(container.querySelector('code')?.textContent).toBe('<b class="x">&amp; "q" \'s\'</b>');
});

test('half a fence is code already, but not coloured', async () => {
  const { container, again } = await show('```js\nconst a = "b', true);
  expect(container.querySelector('code')?.textContent).toBe('const a = "b');
  expect(container.querySelector('code span')).toBeNull();
  again('```js\nconst a = "b";\n```', false);
  await waitFor(() => expect(container.querySelector('.keyword')).toHaveTextContent('const'));
});

test('half a fence inside a list is one block of code in that list', async () => {
  const { container } = await show('- item\n\n  ```py\n  a = 1\n  b', true);
  expect([...container.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(['a = 1\nb']);
  expect(container.querySelector('li code')).not.toBeNull();
});

test('formulas are set, prices are not', async () => {
  const { container } = await show('It costs $5 or $10. But $a_1^2$ and\n\n\\[\nE = mc^2\n\\]');
  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2));
  expect(container).toHaveTextContent('It costs $5 or $10.');
  expect(container.querySelectorAll('.katex-display')).toHaveLength(1);
  expect(container.querySelector('math')).not.toBeNull();
});

test('a formula cannot carry links or markup', async () => {
  const { container } = await show('$\\href{javascript:alert(1)}{x} + \\htmlStyle{color:red}{y}$ and $a^2$');
  await waitFor(() => expect(container.querySelectorAll('.katex').length).toBeGreaterThan(0));
  expect(container.querySelector('a')).toBeNull();
});

test('each block finds its own writing direction', async () => {
  const { container } = await show('Hello\n\nשלום עולם');
  expect([...container.querySelectorAll('[dir=auto]')]).toHaveLength(2);
});

test('while it streams only the last block is drawn anew, and settled ones keep their elements', async () => {
  const before = Array.from({ length: 30 }, (_, at) => `Paragraph ${at} with **bold** words.`).join('\n\n');
  const { container, again } = await show(`${before}\n\nThe last`, true);
  const elements = [...container.querySelectorAll('p')].slice(0, 30);
  const touched: Node[] = [];
  const watch = new MutationObserver((records) => {
    for (const { target } of records) touched.push(target);
  });
  watch.observe(container, { subtree: true, childList: true, characterData: true });
  let text = `${before}\n\nThe last`;
  for (const word of [' one', ' grows', ' and', ' grows.', '\n\nThen', ' another', ' begins']) again((text += word));
  await waitFor(() => expect(container).toHaveTextContent('Then another begins'));
  watch.disconnect();
  for (const element of elements) {
    expect(element.isConnected).toBe(true);
    expect(touched.some((node) => element.contains(node))).toBe(false);
  }
  expect([...container.querySelectorAll('p')].slice(0, 30)).toEqual(elements);
});

test('what a reader has set and marked in a block stays when the block is over and when many more follow', async () => {
  const person = userEvent.setup();
  const { container, again } = await show('First words', true);
  const words = screen.getByText('First words');
  const code = 'First words\n\n```python\nx = 1';
  again(code);
  const wrap = screen.getByRole('button', { name: 'Wrap lines' });
  await person.click(wrap);
  const text = `${code}\n\`\`\`\n\n${Array.from({ length: 40 }, (_, at) => `Paragraph ${at}.`).join('\n\n')}`;
  for (let end = code.length; end < text.length; end += 8) again(text.slice(0, end));
  again(text, false);
  expect(container).toHaveTextContent('Paragraph 39.');
  expect(screen.getByText('First words')).toBe(words);
  expect(wrap).toBeInTheDocument();
  expect(wrap).toHaveAttribute('aria-pressed', 'true');
  expect(wrap).toHaveFocus();
});

test('what a frame costs does not grow with the length of the reply', async () => {
  const drawn = async (paragraphs: number): Promise<number> => {
    let commits = 0;
    const text = `${'Some words here.\n\n'.repeat(paragraphs)}The last`;
    const tree = (of: string) => (
      <Profiler
        id="markdown"
        onRender={() => {
          commits += 1;
        }}
      >
        <Markdown text={of} streaming />
      </Profiler>
    );
    const { container, rerender, unmount } = render(tree(text));
    await loaded(container);
    const records: MutationRecord[] = [];
    const watch = new MutationObserver((more) => records.push(...more));
    watch.observe(container, { subtree: true, childList: true, characterData: true });
    rerender(tree(`${text} word`));
    records.push(...watch.takeRecords());
    watch.disconnect();
    unmount();
    expect(commits).toBeGreaterThan(0);
    return records.length;
  };
  expect(await drawn(400)).toBe(await drawn(4));
});

test('the box of a task has its words, and not those of the list in it', async () => {
  render(<Markdown text={'- [x] buy **flour**\n  - [ ] rye\n- [ ] bake\n- [ ] '} />);
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes.map((box) => [box.getAttribute('aria-label'), (box as HTMLInputElement).checked])).toEqual([
    ['buy flour', true],
    ['rye', false],
    ['bake', false],
  ]);
});
