import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { CitationSupport } from '../../../../web/ui/citations/citation-support.tsx';
import { CorrectionsNote } from '../../../../web/ui/citations/corrections-note.tsx';
import { useCitations } from '../../../../web/ui/citations/use-citations.tsx';
import { CitationContext } from '../../../../web/ui/markdown/citation-context.ts';
import { Markdown, preloadMarkdown } from '../../../../web/ui/markdown/markdown.tsx';
import { countMarks } from '../../../../web/ui/markdown/citation-marks.ts';
import { aSource } from '../../support/a-document.ts';

beforeAll(() => {
  preloadMarkdown();
});

interface Verdict {
  index: number;
  source: number;
  supported: boolean;
  passage: string;
  sentence?: string;
  closest?: string;
  byModel?: boolean;
  page?: number;
}

const NO_VERDICTS: Verdict[] = [];
const SOURCES = [aSource(1, 'Before. The passage itself. After.'), aSource(2), aSource(3)];

const Answer = ({
  text,
  live,
  verdicts,
  onJump,
}: {
  text: string;
  live: boolean;
  verdicts: Verdict[];
  onJump: (number: number) => void;
}) => {
  const citing = useCitations({ sources: SOURCES, verdicts, live, onJump });
  return (
    <CitationContext value={citing}>
      <Markdown text={text} streaming={live} />
    </CitationContext>
  );
};

const show = async (text: string, { live = false, verdicts = NO_VERDICTS } = {}) => {
  const jumps: number[] = [];
  const onJump = (number: number): void => {
    jumps.push(number);
  };
  const tree = (of: string, still: boolean) => <Answer text={of} live={still} verdicts={verdicts} onJump={onJump} />;
  const view = render(tree(text, live));
  await waitFor(() => expect(view.container.querySelector('.plain')).toBeNull());
  return {
    ...view,
    jumps,
    person: userEvent.setup(),
    again: (of: string, still: boolean) => view.rerender(tree(of, still)),
  };
};

const numbers = () => screen.queryAllByRole('button', { name: /^Source/ }).map(({ textContent }) => textContent);

test('brackets of numbers that name sources become marks, in every form', async () => {
  await show('One [1]. Both [1][2], [1, 2] and [1-3], also 【2】.');
  expect(numbers()).toEqual(['1', '1', '2', '1', '2', '1', '2', '3', '2']);
});

test('footnotes whose numbers name sources are marks, where they are defined too; others stay footnotes', async () => {
  const { container } = await show(
    'It rises[^1] and rests[^2]; so it is[^note].\n\n' +
      '[^1]: A title, https://one.example/\n[^2]: Another\n[^note]: A note.',
  );
  expect(numbers()).toEqual(['1', '2', '1', '2']);
  expect(container).toHaveTextContent('It rises1 and rests2; so it isnote.');
  expect(container.querySelectorAll('a[href^="#"]')).toHaveLength(2);
});

test('code, links, unknown numbers and years stay what they are', async () => {
  const { container } = await show('Code `a[1]`, [1](https://e.org), [9], [2026].\n\n```js\na[1]\n```');
  expect(numbers()).toEqual([]);
  expect(container).toHaveTextContent('[9], [2026]');
  expect(screen.getByRole('link', { name: '1' })).toBeInTheDocument();
});

test('without sources brackets are brackets', async () => {
  const { container } = render(<Markdown text="An array [1] of one." />);
  await waitFor(() => expect(container.querySelector('.plain')).toBeNull());
  expect(container).toHaveTextContent('An array [1] of one.');
});

test('focus shows the card with the passage marked and a link that tells nothing; Escape closes it', async () => {
  const { person, container } = await show('So [1].', {
    verdicts: [{ index: 0, source: 1, supported: true, passage: 'The passage itself.' }],
  });
  await person.tab();
  expect(screen.getByRole('button', { name: 'Source 1: Title 1' })).toHaveFocus();
  const card = await waitFor(() => within(container.querySelector('[popover]') as HTMLElement));
  expect(card.getByText('The passage itself.').tagName).toBe('MARK');
  expect(card.getByText('site1.org')).toBeInTheDocument();
  const link = container.querySelector('[popover] a');
  expect(link).toHaveAttribute('href', 'https://www.site1.org/page');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(link).toHaveAttribute('target', '_blank');
  await person.keyboard('{Escape}');
  expect(container.querySelector('[popover]')).toBeNull();
});

test('a mark is one stop of the Tab key, and arrows lead to the links of its card and back', async () => {
  const { person, container } = await show('One [1], two [2].', {
    verdicts: [{ index: 0, source: 1, supported: true, passage: 'The passage itself.' }],
  });
  const [first, second] = [1, 2].map((n) => screen.getByRole('button', { name: `Source ${n}: Title ${n}` }));
  await person.tab();
  await waitFor(() => expect(container.querySelector('[popover]')).not.toBeNull());
  await person.tab();
  expect(second).toHaveFocus();
  await person.tab({ shift: true });
  await person.keyboard('{ArrowUp}');
  expect(first).toHaveFocus();
  await person.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Title 1' })).toHaveFocus();
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Open at this place' })).toHaveFocus();
  await person.keyboard('{ArrowUp}{ArrowUp}');
  expect(first).toHaveFocus();
  await person.keyboard('{ArrowDown}{Escape}');
  expect(first).toHaveFocus();
  expect(container.querySelector('[popover]')).toBeNull();
});

test('a mark that its source does not carry says so by name and sign, and shows the closest sentence', async () => {
  const { person, container } = await show('Six weeks [1], two [2].', {
    verdicts: [
      { index: 0, source: 1, supported: false, passage: '', closest: 'Rinse it every two weeks.' },
      { index: 1, source: 2, supported: true, passage: 'So it is.' },
    ],
  });
  const wrong = screen.getByRole('button', { name: 'Source 1: Title 1, not found in the source' });
  expect(wrong.querySelector('svg')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Source 2: Title 2' }).querySelector('svg')).toBeNull();
  await person.hover(wrong);
  await waitFor(() => expect(container.querySelector('[popover]')).not.toBeNull());
  const card = within(container.querySelector('[popover]') as HTMLElement);
  expect(card.getByText('not found in the source')).toBeInTheDocument();
  expect(card.getByText('Closest sentence of the source')).toBeInTheDocument();
  expect(card.getByText('Rinse it every two weeks.')).toBeInTheDocument();
  expect(card.queryByText(/The passage itself/)).toBeNull();
});

test('the card shows the passage with its deciding sentence, who judged it, and opens the page there', async () => {
  const { person } = await show('So [2].', {
    verdicts: [
      {
        ...{ index: 0, source: 2, supported: true, byModel: true },
        passage: 'It is old. It is built of stone-ware. It stands.',
        sentence: 'It is built of stone-ware.',
      },
    ],
  });
  await person.hover(screen.getByRole('button', { name: 'Source 2: Title 2' }));
  const card = await screen.findByRole('group', { name: 'Source 2' });
  expect(card).toHaveTextContent('It is old. It is built of stone-ware. It stands.');
  expect(card.querySelector('mark')).toHaveTextContent(/^It is built of stone-ware\.$/);
  expect(within(card).getByText('Checked by the model')).toBeInTheDocument();
  expect(within(card).getByRole('link', { name: 'Open at this place' })).toHaveAttribute(
    'href',
    'https://www.site2.org/page#:~:text=It%20is%20built%20of%20stone%2Dware.',
  );
});

test('the card of a document on the web names the page and opens it there', async () => {
  const passage = 'It is built of stone.';
  const verdicts = [{ index: 0, source: 2, supported: true, passage, page: 12 }];
  const { person } = await show('So [2].', { verdicts });
  await person.hover(screen.getByRole('button', { name: 'Source 2: Title 2' }));
  const card = await screen.findByRole('group', { name: 'Source 2' });
  expect(card).toHaveTextContent('site2.org · Page 12');
  expect(
    within(card)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(Array(2).fill('https://www.site2.org/page#page=12'));
});

test('a mark judged by rules says nothing of a model; an unsupported one opens the closest sentence', async () => {
  const { person } = await show('So [1].', {
    verdicts: [{ index: 0, source: 1, supported: false, passage: '', closest: 'Every two weeks' }],
  });
  await person.hover(screen.getByRole('button', { name: /^Source 1/ }));
  const card = await screen.findByRole('group', { name: 'Source 1' });
  expect(within(card).queryByText('Checked by the model')).toBeNull();
  expect(within(card).getByRole('link', { name: 'Open at this place' })).toHaveAttribute(
    'href',
    expect.stringContaining('#:~:text=Every%20two%20weeks'),
  );
});

test('corrected sentences are told by their number, and unfold to the old and the new text', async () => {
  const person = userEvent.setup();
  const { rerender } = render(<CorrectionsNote corrections={[]} />);
  expect(screen.queryByTestId('corrections')).toBeNull();
  const corrections = [
    { at: 0, before: 'Closed in **1994** [1].', after: 'Closed in 2001 [1].' },
    { at: 30, before: 'It has a monster [1].', after: 'It has a monster.' },
  ];
  rerender(<CorrectionsNote corrections={corrections} />);
  const summary = screen.getByText('2 sentences were corrected after checking');
  expect(screen.getByTestId('corrections')).not.toHaveAttribute('open');
  await person.click(summary);
  expect(screen.getByText('Closed in 1994 [1].').tagName).toBe('DEL');
  expect(screen.getByText('Closed in 2001 [1].').tagName).toBe('INS');
});

test('a pointer on a mark opens its card, leaving closes it', async () => {
  const { person, container } = await show('So [2].');
  await person.hover(screen.getByRole('button', { name: 'Source 2: Title 2' }));
  await waitFor(() => expect(container.querySelector('[popover]')).toHaveTextContent('What source 2 says.'));
  await person.unhover(screen.getByRole('button', { name: 'Source 2: Title 2' }));
  await waitFor(() => expect(container.querySelector('[popover]')).toBeNull());
});

test('Enter and click go to the source', async () => {
  const { person, jumps } = await show('So [2].');
  await person.tab();
  await person.keyboard('{Enter}');
  await person.click(screen.getByRole('button', { name: /^Source 2/ }));
  expect(jumps).toEqual([2, 2]);
});

test('each mark has its own verdict, counted over blocks, lists and code', async () => {
  const text = 'First [1].\n\n```js\nx[1]\n```\n\n- item [1]\n- `b[2]` item [2]\n\nLast [1].';
  const supported = [true, false, true, false];
  const verdicts = [1, 1, 2, 1].map((source, index) => ({
    index,
    source,
    supported: supported[index] === true,
    passage: '',
  }));
  await show(text, { verdicts });
  expect(
    screen
      .getAllByRole('button', { name: /^Source/ })
      .map((mark) => mark.getAttribute('aria-label')?.includes('not found in the source')),
  ).toEqual([false, true, false, true]);
});

test('a mark that nothing was found for says so in its card', async () => {
  const { person, container } = await show('So [1].', {
    verdicts: [{ index: 0, source: 1, supported: false, passage: '' }],
  });
  await person.tab();
  await waitFor(() => expect(container.querySelector('[popover]')).toHaveTextContent('not found in the source'));
});

test('while text comes a mark is a plain number, half a mark nothing, and in the end a button', async () => {
  const { container, again } = await show('Known [1] and more [', { live: true });
  expect(numbers()).toEqual([]);
  expect(container.querySelector('sup')).toHaveTextContent('1');
  expect(container).not.toHaveTextContent('[');
  again('Known [1] and more [2].', false);
  await waitFor(() => expect(numbers()).toEqual(['1', '2']));
});

test('words after a mark draw nothing of it anew while it streams', async () => {
  const { container, again } = await show('A first [1].\n\nThe last', { live: true });
  const mark = container.querySelector('sup');
  again('A first [1].\n\nThe last word grows', true);
  expect(container.querySelector('sup')).toBe(mark);
});

test('marks are counted one by one, none in code and links', () => {
  expect(countMarks('a [0] and [0-9], 【1†source】 and 【2†L3-L7】')).toBe(2);
  expect(countMarks('a [1; 2] ［3］ [Source 1] [2, p. 3] [Chapter 1]')).toBe(5);
  expect(countMarks('a [1][2], [1-3] `x[1]` [4](https://e.org) 【5】\n```\ny[1]\n```')).toBe(6);
});

test('the share that holds is told, with how it was found out; nothing where nothing was checked', () => {
  const { container, rerender } = render(<CitationSupport checked={8} supported={7} />);
  expect(
    screen.getByRole('button', { name: '7 of 8 cited sentences found in their sources' }),
  ).toHaveAccessibleDescription(/compared/);
  rerender(<CitationSupport checked={0} supported={0} />);
  expect(container).toBeEmptyDOMElement();
});
