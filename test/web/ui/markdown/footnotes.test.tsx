import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Markdown, preloadMarkdown } from '../../../../web/ui/markdown/markdown.tsx';

const TEXT = [
  'Bread rises[^1] and rests[^nöte].',
  'It rises[^1] again.',
  '[^1]: Because of *yeast*.\n[^nöte]: For an hour.\n\n    On a board.',
].join('\n\n');

beforeAll(() => {
  preloadMarkdown();
  Element.prototype.scrollIntoView = () => undefined;
});

const show = async (text = TEXT, streaming = false): Promise<void> => {
  const { container } = render(
    <>
      <section aria-label="first">
        <Markdown text={text} streaming={streaming} />
      </section>
      <section aria-label="second">
        <Markdown text={text} />
      </section>
    </>,
  );
  await waitFor(() => expect(container.querySelector('.plain')).toBeNull());
};

const inText = (name: string) => within(screen.getByRole('region', { name }));

test.each(['first', 'second'])('the number of a footnote leads to it and back within the %s text', async (region) => {
  const user = userEvent.setup();
  await show();
  const [rises] = inText(region).getAllByRole('link', { name: 'Footnote 1' });
  const back = inText(region).getByRole('link', { name: 'Back to where footnote 1 stands' });
  const address = window.location.href;
  await user.click(rises ?? document.body);
  expect(back).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(rises).toHaveFocus();
  expect(window.location.href).toBe(address);
});

test('a footnote is found by a name that is not English, and has all of its paragraphs once', async () => {
  const user = userEvent.setup();
  await show();
  await user.click(inText('first').getByRole('link', { name: 'Footnote nöte' }));
  const back = inText('first').getByRole('link', { name: 'Back to where footnote nöte stands' });
  expect(back).toHaveFocus();
  expect(back.closest('[data-footnote]')).toHaveTextContent('nöte For an hour.On a board.', {
    normalizeWhitespace: true,
  });
  expect(inText('first').getAllByText('For an hour.', { exact: false })).toHaveLength(1);
});

test('a footnote without a reference is shown, while it comes too', async () => {
  await show('Words.\n\n[^2]: A note that nobody', true);
  expect(inText('first').getByText(/A note that nobody/)).toBeInTheDocument();
  expect(inText('first').getByRole('link', { name: 'Back to where footnote 2 stands' })).toBeInTheDocument();
});

test('what names no footnote stays as it was written', async () => {
  await show('A caret [^3] and `[^1]`.\n\n[^1]: Note.');
  expect(inText('first').getByText(/A caret \[\^3\] and/)).toBeInTheDocument();
  expect(inText('first').queryByRole('link', { name: 'Footnote 1' })).toBeNull();
});

test('a link to nowhere in the text leaves the reader and the address where they are', async () => {
  const user = userEvent.setup();
  await show('[x](#nowhere) and [y](#100%)');
  const address = window.location.href;
  await user.click(inText('first').getByRole('link', { name: 'x' }));
  await user.click(inText('first').getByRole('link', { name: 'y' }));
  expect(window.location.href).toBe(address);
});
