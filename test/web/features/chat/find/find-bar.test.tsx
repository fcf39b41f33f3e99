import { jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Conversation } from '../../../../../web/features/chat/conversation/conversation.tsx';
import { loadFindBar } from '../../../../../web/features/chat/find/use-find-bar.tsx';
import { findInTurns, withCards } from '../../../../../web/features/chat/find/turn-matches.ts';
import { findRanges } from '../../../../../web/lib/text-ranges.ts';
import { markdownReady } from '../../../../../web/ui/markdown/markdown.tsx';
import { aTurn } from '../support/a-turn.ts';

const TURNS = [
  aTurn('q1', 'Where is the café?'),
  aTurn('a1', 'The **Ca**fé is [here](https://a.example/cafe), by the `cafe_bar`.'),
  aTurn('q2', 'And tea?'),
  aTurn('a2', 'No tea, only CAFÉ.'),
];

const start = () => {
  const user = userEvent.setup();
  render(
    <>
      <input aria-label="elsewhere" />
      <Conversation live={null} turns={TURNS} />
    </>,
  );
  return user;
};
const bar = () => screen.findByRole('search', { name: 'Find in conversation' });
const box = () => screen.findByRole('textbox', { name: 'Find in conversation' });
const place = async () => within(await bar()).getByRole('status').textContent;
const openBar = async (user: ReturnType<typeof start>) => {
  await user.keyboard('{Control>}f{/Control}');
  return box();
};
const markedTurn = () => document.querySelector('[data-found]')?.textContent;

test('Ctrl+F is the browser’s own until the bar is there; then what is typed at once goes into the bar', async () => {
  const user = start();
  expect(fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })).toBe(true);
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
  await loadFindBar();
  await user.click(screen.getByRole('textbox', { name: 'elsewhere' }));
  expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'f', ctrlKey: true })).toBe(false);
  expect(screen.getByRole('textbox', { name: 'Find in conversation' })).toHaveFocus();
});

test('on a Mac it is Command and F; Control and F move the caret', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0)');
  const user = start();
  await loadFindBar();
  await user.keyboard('{Control>}f{/Control}');
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
  await user.keyboard('{Meta>}f{/Meta}');
  expect(await bar()).toBeInTheDocument();
  jest.restoreAllMocks();
});

test('a keyboard without Latin letters opens it by the place of the key', async () => {
  start();
  await loadFindBar();
  fireEvent.keyDown(document.body, { key: 'ب', code: 'KeyF', ctrlKey: true });
  expect(await bar()).toBeInTheDocument();
});

test('goes through every turn, without case, accents and marks, in a circle', async () => {
  const user = start();
  await user.type(await openBar(user), 'cafe');
  await waitFor(async () => expect(await place()).toBe('1 of 4'));
  expect(markedTurn()).toContain('Where is');
  fireEvent.keyDown(await box(), { key: 'Enter', keyCode: 229 });
  expect(await place()).toBe('1 of 4');
  await user.keyboard('{Enter}');
  expect(await place()).toBe('2 of 4');
  await user.keyboard('{Enter}{Enter}');
  expect(await place()).toBe('4 of 4');
  expect(markedTurn()).toContain('No tea');
  await user.keyboard('{Enter}');
  expect(await place()).toBe('1 of 4');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(await place()).toBe('4 of 4');
  await user.click(screen.getByRole('button', { name: 'Previous match' }));
  expect(await place()).toBe('3 of 4');
  await user.clear(await box());
  await user.type(await box(), 'coffee');
  await waitFor(async () => expect(await place()).toBe('No matches'));
  expect(screen.getByRole('button', { name: 'Next match' })).toBeDisabled();
  expect(document.querySelector('[data-found]')).toBeNull();
});

test('Escape closes it and gives the focus back', async () => {
  const user = start();
  await user.click(screen.getByRole('textbox', { name: 'elsewhere' }));
  await user.type(await openBar(user), 'tea');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'elsewhere' })).toHaveFocus();
  expect(document.querySelector('[data-found]')).toBeNull();
});

test('the second press is the browser’s own; from elsewhere it leads back to the bar', async () => {
  const user = start();
  const pressed: boolean[] = [];
  const listen = (event: KeyboardEvent): void => {
    if (event.key === 'f') pressed.push(event.defaultPrevented);
  };
  window.addEventListener('keydown', listen);
  try {
    const input = await openBar(user);
    await user.keyboard('{Control>}f{/Control}');
    await user.click(screen.getByRole('textbox', { name: 'elsewhere' }));
    await user.keyboard('{Control>}f{/Control}');
    expect(input).toHaveFocus();
    await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
    expect(pressed).toEqual([true, false, true, false]);
  } finally {
    window.removeEventListener('keydown', listen);
  }
});

test('what is counted in the text is what stands on the page', async () => {
  await markdownReady();
  const turns = [
    aTurn(
      'a1',
      [
        '# A **word** here',
        'One word, *another wo*rd; `word` and [a word](https://word.example) or ![word](x.png).',
        '- word\n  1. nested word\n- [ ] word to do',
        '| word | b |\n|---|---|\n| 1 | word |',
        '> quoted word\n> and word',
        '```ts\nconst word = "word";\n```',
        'wo\n\nrd',
      ].join('\n\n'),
    ),
  ];
  render(<Conversation live={null} turns={turns} />);
  const text = document.querySelector('[data-searched]');
  await waitFor(() => expect(text?.querySelector('table')).toBeInTheDocument());
  const images = text?.querySelectorAll('img').length ?? 0;
  const drawn = text ? findRanges(text, 'word').map(String) : [];
  expect(new Set(drawn)).toEqual(new Set(['word']));
  expect(drawn).toHaveLength(findInTurns(turns, 'word').length - images);
});

test('an edit that failed is folded away, and is neither counted nor marked', () => {
  const failed = '```artifact-edit\nid: none\n<<<<<<<\nold word\n=======\nnew word\n>>>>>>>\n```';
  const turns = [aTurn('a1', `A word before.\n\n${failed}\n\nA word after.`)];
  expect(findInTurns(turns, 'word', withCards(turns))).toHaveLength(2);
});
