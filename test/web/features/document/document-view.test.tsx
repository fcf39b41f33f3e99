import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { DocumentView, type DocumentViewProps } from '../../../../web/features/document/document-view.tsx';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';
import { preloadMarkdown } from '../../../../web/ui/markdown/markdown.tsx';
import { aContent, anImage, aSource, someDetails } from '../../support/a-document.ts';

beforeAll(() => {
  preloadMarkdown();
});
afterEach(() => act(() => setLanguage('en')));

const show = async (of: Partial<DocumentViewProps> = {}) => {
  const asked: string[] = [];
  const props: DocumentViewProps = {
    content: aContent(),
    layout: 'newspaper',
    onBack: () => {
      asked.push('back');
    },
    onSwitch: () => {
      asked.push('switch');
    },
    onLayout: (layout) => {
      asked.push(layout);
    },
    onAsk: (text) => {
      asked.push(text);
    },
    ...of,
  };
  const view = render(<DocumentView {...props} />);
  await waitFor(() => expect(view.container.querySelector('.plain')).toBeNull());
  return {
    ...view,
    asked,
    person: userEvent.setup(),
    again: (next: Partial<DocumentViewProps>) => view.rerender(<DocumentView {...props} {...next} />),
  };
};

const document = {
  title: 'Heat pumps',
  time: '2026-11-21T07:30:00.000Z',
  sections: [],
  keyPoints: [1, 2, 3, 4, 5].map((at) => `Point ${at}`),
  academicSummary: ['A study found 3.'],
};

test('a newspaper tells what was asked, the headline of the text, and its sources beside it', async () => {
  await show();
  expect(screen.getByText('How do heat pumps work?')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Heat pumps' })).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { name: 'Heat pumps' })).toHaveLength(1);
  expect(within(screen.getByTestId('doc-sidebar-sources')).getAllByRole('listitem')).toHaveLength(3);
});

test('five sources show at first, then every one that a mark can name', async () => {
  const { person } = await show();
  const list = within(screen.getByTestId('doc-sources'));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  await person.click(list.getByRole('button', { name: 'Show all 7' }));
  expect(list.getAllByRole('listitem')).toHaveLength(7);
  for (const link of list.getAllByRole('link')) expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the page around a document speaks German; the document runs its own way', async () => {
  await show({ content: aContent({ text: 'שלום [1].', details: someDetails({ document }) }) });
  await act(() => setLanguage('de'));
  expect(screen.getByRole('heading', { name: 'Das Wichtigste' })).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Alle 7 anzeigen' })).toHaveLength(2);
  expect(screen.getByRole('article')).toHaveAttribute('dir', 'rtl');
});

test('what the answer comes to stands below it, with marks that lead to the same sources', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const { person } = await show({
    content: aContent({ details: someDetails({ synthesis: 'In all, heat moves [2].' }) }),
  });
  const synthesis = within(screen.getByRole('group', { name: 'In short' }));
  await person.click(synthesis.getByRole('button', { name: /^Source 2/ }));
  const list = within(screen.getByTestId('doc-sources'));
  expect(list.getAllByRole('link')[1]).toHaveFocus();
});

test('a source with an address that is no web address is no link', async () => {
  await show({
    content: aContent({ details: someDetails({ sources: [{ ...aSource(1), url: 'javascript:alert(1)' }] }) }),
  });
  expect(within(screen.getByTestId('doc-sources')).queryByRole('link')).toBeNull();
});

test('a mark goes to its source in the list, unfolding it where it must', async () => {
  const { person } = await show({ content: aContent({ text: 'The sixth says so [6].' }) });
  Element.prototype.scrollIntoView = () => undefined;
  await person.click(screen.getByRole('button', { name: 'Source 6: Title 6' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Title 6' })).toHaveFocus());
});

test('at most six pictures show, all from our own address; one without such an address is not loaded', async () => {
  const images = [
    anImage(9, null),
    anImage(8, 'https://far.example/evil.jpg'),
    anImage(7, '//far.example/x'),
    ...[1, 2, 3, 4, 5, 6, 10].map((number) => anImage(number)),
  ];
  const { container } = await show({ content: aContent({ details: someDetails({ images }) }) });
  expect(within(screen.getByTestId('doc-images')).getAllByRole('button')).toHaveLength(6);
  for (const image of container.querySelectorAll('img')) expect(image.getAttribute('src')).toMatch(/^\/api\//);
});

test('a picture opens large; arrows go round and Escape closes', async () => {
  const { person } = await show();
  await person.click(screen.getByRole('button', { name: 'Open image: Picture 6' }));
  expect(screen.getByRole('dialog', { name: 'Image 6 of 6' })).toBeInTheDocument();
  await person.keyboard('{ArrowRight}');
  expect(screen.getByRole('dialog', { name: 'Image 1 of 6' })).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Previous image' }));
  expect(screen.getByRole('dialog', { name: 'Image 6 of 6' })).toBeInTheDocument();
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('key points, summary and folded sections of the kept document show', async () => {
  const sections = [
    { kind: 'reasoning' as const, title: 'Thoughts', text: 'First I think.', collapsible: true },
    { kind: 'content' as const, title: null, text: 'The answer [1].', collapsible: false },
  ];
  const { container } = await show({
    content: aContent({
      text: 'x',
      details: someDetails({ document: { ...document, title: 'Kept title', sections } }),
    }),
  });
  expect(screen.getByRole('heading', { level: 1, name: 'Kept title' })).toBeInTheDocument();
  expect(within(screen.getByTestId('doc-keypoints')).getAllByRole('listitem')).toHaveLength(5);
  expect(screen.getByTestId('doc-summary')).toHaveTextContent('A study found 3.');
  expect(container.querySelector('details')).not.toHaveAttribute('open');
  expect(screen.getByText('Thoughts')).toBeInTheDocument();
});

test('thoughts and steps fold over the answer; a failed step says why', async () => {
  const step = {
    id: '1',
    kind: 'read' as const,
    label: 'Reading',
    target: 'e.org',
    state: 'failed' as const,
    output: 'It did not answer.',
    code: null,
  };
  await show({ content: aContent({ details: someDetails({ thinking: 'Hm.', steps: [step] }) }) });
  expect(screen.getByText('Reasoning')).toBeInTheDocument();
  expect(screen.getByText('1 step')).toBeInTheDocument();
  expect(screen.getByText('It did not answer.')).toBeInTheDocument();
});

test('related questions come once the answer is whole, and a click asks one', async () => {
  const relatedQuestions = [{ id: 'q1', text: 'What of noise?', category: 'deeper' as const }];
  const { again, person, asked } = await show({ content: aContent({ streaming: true, relatedQuestions }) });
  expect(screen.queryByTestId('related-questions')).toBeNull();
  again({ content: aContent({ relatedQuestions }) });
  await person.click(within(screen.getByTestId('related-questions')).getByRole('button', { name: /What of noise/ }));
  expect(asked).toEqual(['What of noise?']);
});

test('while it is written marks are plain numbers, and the headline stays when the document arrives', async () => {
  const text = 'No heading here [1].\n\nMore.\n\n## Later heading\n\nEnd.';
  const { again } = await show({ content: aContent({ text, streaming: true }) });
  expect(screen.queryByRole('button', { name: /^Source/ })).toBeNull();
  again({
    content: aContent({
      text,
      details: someDetails({
        document: {
          ...document,
          title: 'Later heading',
          sections: [{ kind: 'content', title: null, text, collapsible: false }],
        },
      }),
    }),
  });
  expect(screen.getByRole('heading', { level: 1, name: 'How do heat pumps work?' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Source 1: Title 1' })).toBeInTheDocument();
});

test('an answer without a word yet shows that it is being written', async () => {
  await show({ content: aContent({ text: '', streaming: true }) });
  expect(screen.getByRole('status')).toHaveTextContent('The answer is being written');
});

test('it copies as Markdown with its sources, and leads back and on', async () => {
  const { person, asked } = await show({ content: aContent({ details: someDetails({ sources: [aSource(1)] }) }) });
  await person.click(screen.getByRole('button', { name: 'Copy as Markdown' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('# Heat pumps');
  expect(copied).toContain('1. [Title 1](https://www.site1.org/page)');
  await person.click(screen.getByRole('button', { name: 'Back to chat' }));
  await person.click(screen.getByRole('button', { name: 'Switch view' }));
  await person.click(screen.getByRole('button', { name: 'Single column' }));
  expect(asked).toEqual(['back', 'switch', 'magazine']);
});

test('Escape leads back to the chat, but not out of a picture', async () => {
  const { person, asked } = await show();
  await person.click(screen.getByRole('button', { name: 'Open image: Picture 6' }));
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).toEqual([]);
  act(() => screen.getByRole('region', { name: 'Document' }).focus());
  await person.keyboard('{Escape}');
  expect(asked).toEqual(['back']);
});

test('the headline of an answer to a long text is its first line, cut after a word, also as Markdown', async () => {
  const query = `${'Summarise this text '.repeat(20)}\n\n${'word '.repeat(1800)}`;
  const content = aContent({ text: 'In short.', query, details: someDetails({ sources: [] }) });
  const { person } = await show({ content });
  const headline = `${'Summarise this text '.repeat(8).trim()}…`;
  expect(screen.getByRole('heading', { level: 1, name: headline })).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Copy as Markdown' }));
  expect(await navigator.clipboard.readText()).toBe(`# ${headline}\n\nIn short.\n`);
});

test('a document in a language that runs from right to left is set so', async () => {
  const { container } = await show({ content: aContent({ text: '# שלום\n\nעולם' }) });
  expect(container.querySelector('article')).toHaveAttribute('dir', 'rtl');
});

describe('a synthesis that has come', () => {
  const content = aContent({ details: { ...aContent().details, synthesis: 'It comes to this.' } });
  const requested = async (read: (scroller: HTMLElement) => void) => {
    const { again } = await show({ content, scrollToEndRequests: 3 });
    const scrolled: string[] = [];
    Object.defineProperty(screen.getByTestId('synthesis'), 'scrollIntoView', {
      value: () => scrolled.push('synthesis'),
    });
    read(screen.getByRole('region', { name: 'Document' }));
    again({ content, scrollToEndRequests: 3 });
    expect(scrolled).toEqual([]);
    again({ content, scrollToEndRequests: 4 });
    return scrolled;
  };
  const sized = (scroller: HTMLElement, scrollTop: number): void => {
    for (const [name, value] of Object.entries({ scrollTop, clientHeight: 500, scrollHeight: 2000 }))
      Object.defineProperty(scroller, name, { value });
  };

  test.each([0, 1500])('is scrolled to from %i px', async (scrollTop) => {
    expect(await requested((scroller) => sized(scroller, scrollTop))).toEqual(['synthesis']);
  });

  test('takes nobody away who reads in the midst of the text', async () => {
    expect(await requested((scroller) => sized(scroller, 400))).toEqual([]);
  });
});
