import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';

import { NO_DETAILS } from '../../../../../src/shared/reply-details.ts';
import { Conversation, type ConversationProps } from '../../../../../web/features/chat/conversation/conversation.tsx';
import { StreamedReply } from '../../../../../web/features/chat/engine/reply-store.ts';
import { loadFindBar } from '../../../../../web/features/chat/find/use-find-bar.tsx';
import { setLanguage } from '../../../../../web/lib/i18n/translations.ts';
import { layOutLines } from '../../../support/tall-texts.ts';
import { aTurn } from '../support/a-turn.ts';
import { FakeScreen, instantPace } from '../support/line.ts';

const show = (props: Partial<ConversationProps> & Pick<ConversationProps, 'turns'>) =>
  render(<Conversation live={null} {...props} />);
const answers = (): HTMLElement[] => screen.getAllByTestId('message-assistant');
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
afterEach(() => act(() => setLanguage('en')));

test('questions and answers stand in order, with mode, time and cached mark', () => {
  show({
    turns: [
      aTurn('q1', 'Hello?'),
      aTurn('a1', 'Hello.', { cached: true, messageMode: { isAgent: true, agentType: 'code_agent' } }),
      aTurn('q2', 'And?'),
      aTurn('a2', 'So.'),
    ],
  });
  expect(screen.getAllByRole('article').map((turn) => turn.getAttribute('data-testid'))).toEqual([
    'message-user',
    'message-assistant',
    'message-user',
    'message-assistant',
  ]);
  expect(answers()[0]).toHaveTextContent('Code');
  expect(answers()[0]).toHaveTextContent('cached');
  expect(answers()[1]).toHaveTextContent('Standard');
  expect(answers()[1]).not.toHaveTextContent('cached');
  expect(answers()[1]?.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T14:30:00.000Z');
  const [question] = screen.getAllByTestId('message-user');
  expect(question?.querySelector('time')).toHaveAttribute('datetime', '2026-11-21T14:30:00.000Z');
  expect(question?.querySelector('.user-avatar')).toBeInTheDocument();
});

test('the head of a reply names the model that answered; a question that nobody took has none', () => {
  show({
    turns: [
      aTurn('a1', 'Hello.', { model: 'gpt-4o-mini' }),
      aTurn('a2', '', { model: 'claude-3-5-haiku-latest', replyId: null, status: 'error' }),
    ],
  });
  expect(answers()[0]).toHaveTextContent('GPT-4o mini');
  expect(answers()[1]).not.toHaveTextContent('Claude');
});

test('questions and answers tell their times in another language once it is chosen', async () => {
  show({ turns: [aTurn('q1', 'Hello?'), aTurn('a1', 'Hello.')] });
  const times = () =>
    screen.getAllByRole('article').map((turn) => turn.querySelector('time')?.title.includes('novembre'));
  expect(times()).toEqual([false, false]);
  await act(() => setLanguage('fr'));
  expect(times()).toEqual([true, true]);
});

test('a question is shown as typed, its markup and stars included', () => {
  show({ turns: [aTurn('q1', 'is **this** <b>bold</b>?\n  indented')] });
  expect(screen.getByTestId('message-user').textContent).toContain('is **this** <b>bold</b>?\n  indented');
});

test('what was done is told in the language of the page, in its own plurals', async () => {
  const step = (id: string, state: 'done' | 'failed') => ({
    id,
    kind: 'note' as const,
    label: 'Looked',
    target: null,
    state,
    output: null,
    code: null,
  });
  const details = {
    steps: [step('1', 'done'), step('2', 'done'), step('3', 'failed')],
    thinking: '',
    sources: [],
    images: [],
    citations: null,
    document: null,
    corrections: [],
    relatedQuestions: [],
    synthesis: '',
    insteadOf: null,
  };
  show({
    turns: [aTurn('q1', 'Hello?'), aTurn('a1', 'Hello.', { details }, { index: 2, count: 3 })],
    onSelectVersion: () => undefined,
  });
  expect(button('3 steps, 1 failed')).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(button('3 Schritte, 1 fehlgeschlagen')).toBeInTheDocument();
  expect(screen.getByLabelText('Version 2 von 3')).toBeInTheDocument();
  await act(() => setLanguage('ar'));
  expect(button(/خطوات، فشلت واحدة$/)).toBeInTheDocument();
});

test.each([
  [
    { model: 'moonshotai/kimi-k2-instruct', reason: 'limit', resetsAt: '2999-01-01T00:00:00.000Z' },
    /^Today’s messages with Kimi K2 Instruct are used up, so Gemma 2 9B answers\. Kimi K2 Instruct is back in .+\.$/,
  ],
  [
    { model: 'moonshotai/kimi-k2-instruct', reason: 'limit', resetsAt: '2020-01-01T00:00:00.000Z' },
    /^Today’s messages with Kimi K2 Instruct are used up, so Gemma 2 9B answers\.$/,
  ],
  [{ model: 'gpt-4o', reason: 'no-access', resetsAt: null }, /^Your account does not include GPT-4o, so .+ answers\.$/],
  [{ model: 'gpt-4o', reason: 'failure', resetsAt: null }, /^GPT-4o could not answer, so Gemma 2 9B does\.$/],
] as const)('a reply says why another model answers: %j', (insteadOf, text) => {
  const details = { ...NO_DETAILS, insteadOf };
  const turns = [aTurn('q1', 'Hello?'), aTurn('a1', 'Hello.', { model: 'gemma2-9b', replyId: 'r1', details })];
  show({ turns });
  expect(screen.getByTestId('instead-of')).toHaveTextContent(text);
});

test('a reply by the model that was asked says nothing of it', () => {
  show({ turns: [aTurn('q1', 'Hello?'), aTurn('a1', 'Hello.', { model: 'gemma2-9b', replyId: 'r1' })] });
  expect(screen.queryByTestId('instead-of')).not.toBeInTheDocument();
});

test('of 2 300 messages only those near the screen are in the document', () => {
  const turns = Array.from({ length: 2_300 }, (_, at) => aTurn(`${at % 2 ? 'a' : 'q'}${at}`, `Message ${at}`));
  show({ turns });
  expect(screen.getAllByRole('article').length).toBeLessThan(80);
});

describe('while a reply is written', () => {
  const writing = () => {
    const page = new FakeScreen();
    const live = new StreamedReply('a1', page.pace);
    const turns = [aTurn('q1', 'Hello?'), aTurn('a1', '', { status: 'streaming' })];
    return { page, live, turns, view: show({ turns, live, onRegenerate: () => undefined, onEdit: () => true }) };
  };

  test('the status turns every two seconds until the reply ends', () => {
    jest.useFakeTimers();
    try {
      const { page, live, view } = writing();
      const status = () => screen.queryByTestId('stream-status')?.textContent;
      const seen = [status()];
      for (let turn = 0; turn < 3; turn += 1) {
        act(() => {
          jest.advanceTimersByTime(2_000);
        });
        seen.push(status());
      }
      expect(seen).toEqual(['Searching', 'Processing', 'Generating', 'Searching']);
      act(() => {
        live.applyFrame({ id: 1, event: { type: 'text', text: 'Now' } });
        page.drawAll();
      });
      expect(status()).toBe('Searching');
      expect(answers()[0]).toHaveTextContent('Now');
      view.rerender(<Conversation live={null} turns={[aTurn('q1', 'Hello?'), aTurn('a1', 'Now')]} />);
      expect(status()).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  test('after 8 silent seconds it is said that the model is waited for, with a way to stop; any word ends that', () => {
    jest.useFakeTimers();
    try {
      const live = new StreamedReply('a1', instantPace());
      const onStopReply = jest.fn();
      show({ turns: [aTurn('q1', 'Hello?'), aTurn('a1', '', { status: 'streaming' })], live, onStopReply });
      const pass = (ms: number): void => act(() => jest.advanceTimersByTime(ms));
      const said = () => screen.queryByText('Still waiting for the model.');
      pass(7_999);
      expect(said()).toBeNull();
      pass(1);
      expect(said()).toBeInTheDocument();
      button('Stop waiting').click();
      expect(onStopReply).toHaveBeenCalledWith('a1');
      act(() => live.applyFrame({ id: 1, event: { type: 'text', text: 'Now' } }));
      expect(said()).toBeNull();
      pass(8_000);
      expect(said()).toBeInTheDocument();
      // It is not the model that is waited for while the line is down.
      act(() => live.update({ connection: 'reconnecting' }));
      expect(said()).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  test('text appears as the typewriter goes, and nothing else is drawn anew', () => {
    const page = new FakeScreen();
    const live = new StreamedReply('a1', page.pace);
    const drawn: string[] = [];
    const turns = [aTurn('q1', 'Hello?'), aTurn('a1', '', { status: 'streaming' })];
    render(
      <Profiler id="all" onRender={(id) => drawn.push(id)}>
        <Conversation turns={turns} live={live} />
      </Profiler>,
    );
    act(() => {
      for (let at = 1; at <= 30; at += 1) live.applyFrame({ id: at, event: { type: 'text', text: 'tok' } });
    });
    const before = drawn.length;
    act(() => {
      page.draw();
    });
    expect(drawn.length - before).toBeLessThanOrEqual(2);
    expect(answers()[0]).toHaveTextContent('tok');
    expect(answers()[0]).not.toHaveTextContent('toktok');
    act(() => {
      page.drawAll();
    });
    expect(answers()[0]).toHaveTextContent('tok'.repeat(30));
  });

  test('it is busy, offers no actions of its own, and nothing else can be asked', () => {
    writing();
    expect(answers()[0]).toHaveAttribute('aria-busy', 'true');
    expect(within(answers()[0] as HTMLElement).queryByRole('button')).toBeNull();
    expect(button('Edit')).toBeDisabled();
  });

  test('a lost line and being offline are said', () => {
    const { live } = writing();
    act(() => {
      live.update({ connection: 'reconnecting' });
    });
    expect(answers()[0]).toHaveTextContent('Reconnecting');
    act(() => {
      live.update({ connection: 'offline' });
    });
    expect(answers()[0]).toHaveTextContent('You are offline');
    act(() => {
      live.update({ stopPending: true });
    });
    expect(answers()[0]).toHaveTextContent('Stops once the server can be reached.');
    expect(answers()[0]).not.toHaveTextContent('goes on');
    act(() => {
      live.update({ stopPending: false });
    });
    expect(screen.queryByTestId('stream-status')).toBeNull();
    act(() => {
      live.update({ connection: 'open' });
    });
    expect(answers()[0]).not.toHaveTextContent('offline');
  });

  test('that a model checks the citations is said under the text', () => {
    const live = new StreamedReply('a1', instantPace());
    show({ turns: [aTurn('q1', 'Hello?'), aTurn('a1', '', { status: 'streaming' })], live });
    act(() => {
      live.applyFrame({ id: 1, event: { type: 'text', text: 'It is pi [1]' } });
    });
    act(() => {
      live.applyFrame({ id: null, event: { type: 'checking' } });
    });
    expect(screen.getByTestId('stream-status')).toHaveTextContent('Checking the citations');
    act(() => {
      live.applyFrame({ id: 2, event: { type: 'end', status: 'complete' } });
      live.end('complete');
    });
    expect(answers()[0]).not.toHaveTextContent('Checking the citations');
  });

  test('that it is being saved is said under the text, and read out once', () => {
    const live = new StreamedReply('a1', instantPace());
    show({ turns: [aTurn('q1', 'Hello?'), aTurn('a1', '', { status: 'streaming' })], live });
    const polite = document.querySelector('[aria-live="polite"]');
    act(() => {
      live.applyFrame({ id: 1, event: { type: 'text', text: 'It is pi' } });
    });
    expect(screen.queryByTestId('saving')).toBeNull();
    act(() => {
      live.applyFrame({ id: null, event: { type: 'saving' } });
    });
    expect(screen.getByTestId('saving')).toHaveTextContent('Saving…');
    expect(answers()[0]).toHaveAttribute('aria-busy', 'true');
    expect(polite).toHaveTextContent(/^It is pi Saving…$/);
    act(() => {
      live.update({ connection: 'reconnecting' });
    });
    expect(screen.queryByTestId('saving')).toBeNull();
    act(() => {
      live.update({ connection: 'open' });
    });
    expect(polite).toHaveTextContent(/^It is pi Saving…$/);
    act(() => {
      live.end('complete');
    });
    expect(screen.queryByTestId('saving')).toBeNull();
  });

  test('it is read out politely, by whole sentences only', () => {
    const live = new StreamedReply('a1', instantPace());
    show({ turns: [aTurn('q1', 'Hello?'), aTurn('a1', '', { status: 'streaming' })], live });
    const polite = document.querySelector('[aria-live="polite"]');
    const say = (id: number, text: string): void =>
      act(() => {
        live.applyFrame({ id, event: { type: 'text', text } });
      });
    say(1, 'It is');
    expect(polite).toHaveTextContent(/^$/);
    say(2, ' pi, 3.14 or so. And');
    expect(polite).toHaveTextContent(/^It is pi, 3\.14 or so\.$/);
    say(3, ' then');
    expect(polite).toHaveTextContent(/^It is pi, 3\.14 or so\.$/);
    act(() => {
      live.end('stopped');
    });
    expect(polite).toHaveTextContent(/^And then Stopped\.$/);
  });

  test('its elements stay where they are when it ends', async () => {
    const { page, live, turns, view } = writing();
    act(() => {
      live.applyFrame({ id: 1, event: { type: 'text', text: 'Some words.' } });
      page.drawAll();
    });
    await waitFor(() => expect(answers()[0]?.querySelector('p')).toHaveTextContent('Some words.'));
    await waitFor(() => expect(answers()[0]?.querySelector('.plain')).toBeNull());
    const paragraph = answers()[0]?.querySelector('p');
    view.rerender(<Conversation turns={[...turns.slice(0, 1), aTurn('a1', 'Some words.')]} live={null} />);
    expect(answers()[0]?.querySelector('p')).toBe(paragraph);
    expect(answers()[0]).not.toHaveAttribute('aria-busy');
  });
});

describe('how a reply ended', () => {
  test('a failure says why, keeps the text that came, and can be retried', async () => {
    const onRetry = jest.fn();
    show({
      turns: [aTurn('q1', 'Hi'), aTurn('a1', 'Half an ans', { status: 'error', errorCode: 'AI_SERVICE_TIMEOUT' })],
      onRetry,
    });
    expect(screen.getByTestId('message-error')).toHaveTextContent(
      'AI service took too long to respond. Please try again with a shorter message.',
    );
    expect(answers()[0]).toHaveTextContent('Half an ans');
    await userEvent.click(button('Retry'));
    expect(onRetry).toHaveBeenCalledWith('a1');
  });

  test.each([
    ['AI_SERVICE_TIMEOUT', ['Retry']],
    ['AI_SERVICE_AUTH_ERROR', ['Regenerate']],
  ])('a failure without a text has one way to ask again: %s', (errorCode, ways) => {
    show({
      turns: [aTurn('q1', 'Hi'), aTurn('a1', '', { status: 'error', errorCode })],
      onRetry: () => undefined,
      onRegenerate: () => undefined,
    });
    const offered = screen.getAllByRole('button').map(({ textContent, ariaLabel }) => textContent || ariaLabel);
    expect(offered.filter((name) => name === 'Retry' || name === 'Regenerate')).toEqual(ways);
  });

  test('this page’s own words for a failure come before the stored code’s', () => {
    show({
      turns: [aTurn('q1', 'Hi'), aTurn('a1', '', { status: 'error', errorCode: 'USAGE_LIMIT_EXCEEDED' })],
      notes: {
        a1: {
          text: 'Daily message limit reached (30 messages)! Upgrade to continue chatting with unlimited access.',
          lost: false,
        },
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Daily message limit reached (30 messages)!');
  });

  test('a code nobody knows is still an apology', () => {
    show({ turns: [aTurn('a1', '', { status: 'error', errorCode: 'NEW_CODE' })] });
    expect(screen.getByTestId('message-error')).toHaveTextContent(
      'Sorry, an error occurred while processing your message.',
    );
  });

  test('stopped and interrupted are told apart', () => {
    show({
      turns: [aTurn('a1', 'One', { status: 'stopped' }), aTurn('a2', 'Two', { status: 'interrupted' })],
      onRetry: () => undefined,
    });
    expect(answers()[0]).toHaveTextContent('Stopped');
    expect(answers()[1]).toHaveTextContent('The reply was interrupted. What arrived is kept.');
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
    expect(screen.queryByTestId('message-error')).toBeNull();
  });

  test('a reply that content rules ended says so after a reload too, in the page’s language', async () => {
    const withheld = aTurn('a1', 'One', { status: 'interrupted', errorCode: 'MODEL_CONFIG_ERROR' });
    show({ turns: [withheld], notes: { a1: { text: 'The AI service ended this reply', lost: false } } });
    expect(answers()[0]).toHaveTextContent(/ended this reply because of its content rules.*choose another model/);
    await act(() => setLanguage('de'));
    expect(answers()[0]).toHaveTextContent(/Inhaltsregeln/);
    expect(answers()[0]).not.toHaveTextContent('ended this reply');
    await act(() => setLanguage('en'));
  });

  test('a reply that reached its length limit can be continued', async () => {
    const onContinue = jest.fn();
    show({ turns: [aTurn('q1', 'Hi'), aTurn('a1', 'Very long', { errorCode: 'MODEL_CONFIG_ERROR' })], onContinue });
    expect(answers()[0]).toHaveTextContent('The reply reached its length limit.');
    await userEvent.click(button('Continue'));
    expect(onContinue).toHaveBeenCalledTimes(1);
  });
});

describe('what can be done with a turn', () => {
  test('copying gives the text as it was written', async () => {
    const person = userEvent.setup();
    show({ turns: [aTurn('a1', '**Bold** answer')] });
    await person.click(button('Copy'));
    expect(await navigator.clipboard.readText()).toBe('**Bold** answer');
  });

  test('copying an answer that cites gives its sources too', async () => {
    const person = userEvent.setup();
    const sources = [{ id: 's1', title: 'Yeast', url: 'https://yeast.example/', snippet: '' }];
    show({ turns: [aTurn('a1', 'It rises [1].', { details: { ...NO_DETAILS, sources } })] });
    await person.click(button('Copy'));
    expect(await navigator.clipboard.readText()).toBe('It rises [1].\n\n[1] Yeast https://yeast.example/');
  });

  test('a reply can be asked for again and opened as a document, where that is offered', async () => {
    const onRegenerate = jest.fn();
    const onOpenDocument = jest.fn();
    const view = show({ turns: [aTurn('a1', 'Text')] });
    expect(screen.queryByRole('button', { name: 'Open in document view' })).toBeNull();
    view.rerender(
      <Conversation
        turns={[aTurn('a1', 'Text')]}
        live={null}
        onRegenerate={onRegenerate}
        onOpenDocument={onOpenDocument}
      />,
    );
    await userEvent.click(button('Regenerate'));
    await userEvent.click(button('Open in document view'));
    expect([onRegenerate.mock.calls, onOpenDocument.mock.calls]).toEqual([[['a1']], [['a1']]]);
  });

  test('the focus stays with the turn when another version takes its place, or its button goes', async () => {
    const versions = (index: number) => ({ versions: { index, count: 2 } });
    const view = show({
      turns: [{ ...aTurn('a1', 'First'), ...versions(1) }],
      onSelectVersion: () =>
        view.rerender(
          <Conversation
            turns={[{ ...aTurn('a2', 'Second'), ...versions(2) }]}
            live={null}
            onSelectVersion={jest.fn()}
          />,
        ),
    });
    await userEvent.click(button('Next version'));
    expect(answers()[0]).toHaveTextContent('Second');
    expect(answers()[0]).toHaveFocus();

    view.unmount();
    const stopped = aTurn('a1', 'Half', { status: 'stopped' });
    const next = show({
      turns: [stopped],
      onContinue: () => next.rerender(<Conversation turns={[stopped, aTurn('q2', 'Continue')]} live={null} />),
    });
    await userEvent.click(button('Continue'));
    expect(answers()[0]).toHaveFocus();
  });

  test('a question is edited in place and sent as a new version', async () => {
    const person = userEvent.setup();
    const onEdit = jest.fn(() => true);
    show({ turns: [aTurn('q1', 'First words'), aTurn('a1', 'Text')], onEdit });
    await person.click(button('Edit'));
    const editor = screen.getByRole('textbox', { name: 'Edit message' });
    expect(editor).toHaveFocus();
    expect(editor).toHaveValue('First words');
    await person.clear(editor);
    expect(button('Save & send')).toBeDisabled();
    await person.type(editor, 'Better words{Control>}{Enter}{/Control}');
    expect(onEdit).toHaveBeenCalledWith('q1', 'Better words');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('Escape leaves the editor, the question as it was and the focus on it', async () => {
    const person = userEvent.setup();
    const onEdit = jest.fn(() => true);
    show({ turns: [aTurn('q1', 'First words')], onEdit });
    await person.click(button('Edit'));
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Edit message' }), { key: 'Escape', keyCode: 229 });
    expect(screen.getByRole('textbox', { name: 'Edit message' })).toBeInTheDocument();
    await person.keyboard(' more{Escape}');
    expect(screen.getByTestId('message-user')).toHaveTextContent('First words');
    expect(screen.getByTestId('message-user')).toHaveFocus();
    expect(onEdit).not.toHaveBeenCalled();
  });

  test('an edit that could not be sent keeps its text', async () => {
    const person = userEvent.setup();
    show({ turns: [aTurn('q1', 'First')], onEdit: () => false });
    await person.click(button('Edit'));
    await person.keyboard(' and more');
    await person.click(button('Save & send'));
    expect(screen.getByRole('textbox', { name: 'Edit message' })).toHaveValue('First and more');
  });

  test('versions are leafed through up to their first and last', async () => {
    const onSelectVersion = jest.fn();
    show({ turns: [aTurn('q1', 'Hi'), aTurn('a1', 'Text', {}, { index: 2, count: 2 })], onSelectVersion });
    expect(screen.getAllByRole('group', { name: 'Versions' })).toHaveLength(1);
    expect(screen.getByLabelText('Version 2 of 2')).toHaveTextContent('2/2');
    expect(button('Next version')).toBeDisabled();
    await userEvent.click(button('Previous version'));
    expect(onSelectVersion).toHaveBeenCalledWith('a1', -1);
  });
});

describe('where the reader is', () => {
  const scrolled = (log: HTMLElement, top: number): void => {
    Object.defineProperties(log, {
      scrollHeight: { configurable: true, value: 100_000 },
      scrollTop: { configurable: true, writable: true, value: top },
    });
    act(() => {
      log.dispatchEvent(new Event('scroll'));
    });
  };

  test('away from the end, a new reply is offered and not forced on the reader', () => {
    const turns = [
      ...Array.from({ length: 60 }, (_, at) => aTurn(`q${at}`, 'Hi')),
      aTurn('a1', '', { status: 'streaming' }),
    ];
    show({ turns, live: new StreamedReply('a1', instantPace()) });
    const log = screen.getByRole('log', { name: 'Conversation' });
    scrolled(log, 100_000);
    expect(screen.queryByRole('button', { name: 'New reply below' })).toBeNull();
    scrolled(log, 100);
    expect(button('New reply below')).toBeInTheDocument();
    scrolled(log, 100_000);
    expect(screen.queryByRole('button', { name: 'New reply below' })).toBeNull();
  });

  test('an edit stays as it was typed while its reader looks elsewhere in the conversation', async () => {
    const person = userEvent.setup();
    show({ turns: Array.from({ length: 60 }, (_, at) => aTurn(`q${at}`, `Question ${at}.`)), onEdit: () => true });
    const log = screen.getByRole('log', { name: 'Conversation' });
    scrolled(log, 0);
    const first = within(screen.getByText('Question 0.').closest('article') ?? log);
    await person.click(first.getByRole('button', { name: 'Edit' }));
    await person.keyboard(' and more');
    scrolled(log, 3_000);
    expect(screen.queryByText('Question 1.')).toBeNull();
    scrolled(log, 0);
    expect(screen.getByText('Question 1.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Edit message' })).toHaveValue('Question 0. and more');
    await person.click(button('Cancel'));
    scrolled(log, 3_000);
    expect(screen.queryByText('Question 0.')).toBeNull();
  });

  test('the keyboard reaches the text', () => {
    show({ turns: [aTurn('q1', 'Hi')] });
    expect(screen.getByRole('log')).toHaveAttribute('tabindex', '0');
  });
});

describe('a long question', () => {
  const LONG = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
  let restore = (): void => undefined;
  beforeEach(() => {
    restore = layOutLines();
  });
  afterEach(() => restore());

  test('of more than twelve lines is folded, and what its reader opened stays open', async () => {
    const user = userEvent.setup();
    const turns = [aTurn('q1', LONG), aTurn('a1', 'Yes.'), aTurn('q2', 'short\none')];
    const { rerender } = show({ turns });
    const text = document.querySelector('.user-text');
    expect(text).toHaveAttribute('data-cut', 'true');
    expect(screen.getAllByRole('button', { name: 'Show more' })).toHaveLength(1);
    await user.click(button('Show more'));
    expect(text).not.toHaveAttribute('data-folded');
    expect(button('Show less')).toHaveAttribute('aria-expanded', 'true');
    // Out of sight its turn is not drawn, and comes back as it was left.
    rerender(<Conversation live={null} turns={turns.slice(1)} />);
    rerender(<Conversation live={null} turns={turns} />);
    expect(button('Show less')).toBeInTheDocument();
    await user.click(button('Show less'));
    expect(document.querySelector('.user-text')).toHaveAttribute('data-cut', 'true');
  });

  test('opens when a match is in it', async () => {
    const user = userEvent.setup();
    show({ turns: [aTurn('q1', LONG), aTurn('a1', 'Yes.')] });
    await loadFindBar();
    await user.keyboard('{Control>}f{/Control}');
    await user.type(await screen.findByRole('textbox', { name: 'Find in conversation' }), 'line 19');
    expect(await screen.findByRole('button', { name: 'Show less' })).toBeInTheDocument();
  });
});

test('turns bring no landmarks of their own: two alike would have one name', async () => {
  const details = {
    steps: [
      {
        id: '1',
        kind: 'note' as const,
        label: 'Looked',
        target: null,
        state: 'done' as const,
        output: null,
        code: null,
      },
    ],
    thinking: '',
    sources: [{ id: '1', title: 'A', url: 'https://a.example', snippet: 'a' }],
    images: [],
    corrections: [],
    relatedQuestions: [],
    citations: null,
    document: null,
    synthesis: 'In short.\n\n| a |\n|---|\n| b |',
    insteadOf: null,
  };
  const text = 'Text.\n\n| a |\n|---|\n| b |\n\n```\ncode\n```';
  show({ turns: ['a1', 'a2'].map((id) => aTurn(id, text, { details })) });
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(4));
  for (const role of ['region', 'navigation', 'complementary', 'search', 'form', 'main'])
    expect(within(screen.getByRole('log')).queryAllByRole(role)).toEqual([]);
});
