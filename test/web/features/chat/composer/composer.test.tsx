import { jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { BrowserEnvContext, browserEnv } from '../../../../../web/lib/browser-env.ts';
import { fakeMedia } from '../../../support/media.ts';
import { Composer, type ComposerProps } from '../../../../../web/features/chat/composer/composer.tsx';

const show = (props: Partial<ComposerProps> = {}) => {
  const onSend = jest.fn<ComposerProps['onSend']>();
  const view = render(<Composer onSend={onSend} {...props} />);
  return { onSend: (props.onSend ?? onSend) as typeof onSend, view };
};
const box = (): HTMLElement => screen.getByPlaceholderText('Ask anything');
const send = (): HTMLElement => screen.getByRole('button', { name: 'Send' });

test('Enter sends and empties the box', async () => {
  const { onSend } = show();
  await userEvent.type(box(), 'Hello{Enter}');
  expect(onSend).toHaveBeenCalledWith('Hello');
  await waitFor(() => expect(box()).toHaveValue(''));
});

test('Shift+Enter begins a line', async () => {
  const { onSend } = show();
  await userEvent.type(box(), 'one{Shift>}{Enter}{/Shift}two');
  expect(box()).toHaveValue('one\ntwo');
  expect(onSend).not.toHaveBeenCalled();
});

test('the button sends too, and the box has the focus afterwards', async () => {
  const { onSend } = show();
  await userEvent.type(box(), 'Hello');
  await userEvent.click(send());
  expect(onSend).toHaveBeenCalledWith('Hello');
  await waitFor(() => expect(box()).toHaveFocus());
});

test('blank text never goes out', async () => {
  const { onSend } = show();
  expect(send()).toBeDisabled();
  await userEvent.type(box(), '  \n {Enter}');
  expect(send()).toBeDisabled();
  expect(onSend).not.toHaveBeenCalled();
});

test('the Enter that chooses a letter of an input method does not send', async () => {
  const { onSend } = show();
  fireEvent.change(box(), { target: { value: 'にほん' } });
  const composing = createEvent.keyDown(box(), { key: 'Enter', isComposing: true });
  fireEvent(box(), composing);
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
  expect(composing.defaultPrevented).toBe(false);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(onSend).toHaveBeenCalledWith('にほん');
  await waitFor(() => expect(box()).toHaveValue(''));
});

test.each([
  ['refused', () => false],
  ['refused later', () => Promise.resolve(false)],
  ['failed', () => Promise.reject(new Error('no'))],
])('text whose send %s stays', async (_, onSend) => {
  show({ onSend });
  await userEvent.type(box(), 'Do not lose me{Enter}');
  await waitFor(() => expect(box()).toHaveFocus());
  expect(box()).toHaveValue('Do not lose me');
});

test('while a reply is written there is Stop, and what is sent may wait in the box', async () => {
  const onStop = jest.fn();
  const onSend = jest.fn(() => false);
  let now = 0;
  render(
    <BrowserEnvContext value={{ ...browserEnv, now: () => new Date(now) }}>
      <Composer onSend={onSend} isStreaming onStop={onStop} />
    </BrowserEnvContext>,
  );
  now = 600;
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await userEvent.type(box(), 'Next question{Enter}');
  expect(onSend).toHaveBeenCalledWith('Next question');
  expect(box()).toHaveValue('Next question');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onStop).toHaveBeenCalledTimes(1);
});

test('a send under way is not sent twice, and what is typed meanwhile stays', async () => {
  let finish: (sent: boolean) => void = () => undefined;
  const onSend = jest.fn(
    () =>
      new Promise<boolean>((resolve) => {
        finish = resolve;
      }),
  );
  show({ onSend });
  await userEvent.type(box(), 'One{Enter}{Enter}');
  await userEvent.type(box(), ' more');
  finish(true);
  await waitFor(() => expect(box()).toHaveValue(' more'));
  expect(onSend).toHaveBeenCalledTimes(1);
});

test('when writing is not possible the reason is told with the box', () => {
  show({ disabled: true, disabledReason: 'Your free trial is complete.' });
  expect(box()).toBeDisabled();
  expect(box()).toHaveAccessibleDescription('Your free trial is complete.');
});

test('a draft that somebody else keeps is shown and told of every change', async () => {
  const Owner = () => {
    const [draft, setDraft] = useState('Kept from before');
    return <Composer value={draft} onChange={setDraft} onSend={() => undefined} />;
  };
  render(<Owner />);
  expect(box()).toHaveValue('Kept from before');
  await userEvent.type(box(), ', and after');
  expect(box()).toHaveValue('Kept from before, and after');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(box()).toHaveValue(''));
});

test('it grows with its text to 120 pixels and then scrolls', () => {
  const heights = jest.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get');
  try {
    heights.mockReturnValue(48);
    show();
    fireEvent.change(box(), { target: { value: 'two\nlines' } });
    expect(box().style.height).toBe('48px');
    heights.mockReturnValue(400);
    fireEvent.change(box(), { target: { value: 'many\nlines' } });
    expect(box().style.height).toBe('120px');
    expect(box().style.overflowY).toBe('auto');
  } finally {
    heights.mockRestore();
  }
});

test('what stands beside and below has its place', () => {
  show({ leftSlot: <button type="button">Attach files</button>, footer: <p>Fine print</p>, autoFocus: true });
  expect(screen.getByRole('button', { name: 'Attach files' })).toBeInTheDocument();
  expect(screen.getByText('Fine print')).toBeInTheDocument();
  expect(box()).toHaveFocus();
});

describe('a long text that is pasted', () => {
  const LONG = `first line\n${'word '.repeat(1_000)}`;
  const paste = (text: string) => fireEvent.paste(box(), { clipboardData: { getData: () => text } });
  const folded = () =>
    screen.findByRole('button', { name: `Pasted text, ${LONG.length.toLocaleString('en')} characters` });

  test('is folded, can be looked at, and goes out below what was typed', async () => {
    const { onSend } = show();
    await userEvent.type(box(), 'Sum it up:');
    paste(LONG);
    expect(box()).toHaveValue('Sum it up:');
    await userEvent.click(await folded());
    expect(screen.getByRole('group', { name: /^Pasted text/ })).toHaveTextContent('first line word');
    await userEvent.type(box(), '{Enter}');
    expect(onSend).toHaveBeenCalledWith(`Sum it up:\n\n${LONG}`);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Pasted texts' })).not.toBeInTheDocument());
    expect(box()).toHaveValue('');
  });

  test('is announced where a status stood before, and only then', async () => {
    show();
    const statuses = screen.getAllByRole('status');
    const words = () => statuses.map(({ textContent }) => textContent).join('');
    expect(words()).toBe('');
    paste(LONG);
    expect(words()).toMatch(/^Pasted text, /);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove pasted text' }));
    expect(words()).toBe('');
  });

  test('alone is a message; it goes back into the box, or away', async () => {
    show();
    paste(LONG);
    await folded();
    expect(send()).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Edit in the box' }));
    expect(box()).toHaveValue(LONG);
    expect(box()).toHaveFocus();
    expect(screen.queryByRole('list', { name: 'Pasted texts' })).not.toBeInTheDocument();
    await userEvent.clear(box());
    paste(LONG);
    await folded();
    await userEvent.click(screen.getByRole('button', { name: 'Remove pasted text' }));
    expect(send()).toBeDisabled();
  });

  test('of four thousand characters stays in the box, and no text can pass for a folded one', async () => {
    const { onSend } = show();
    paste('x'.repeat(4_000));
    expect(screen.queryByRole('list', { name: 'Pasted texts' })).not.toBeInTheDocument();
    fireEvent.change(box(), { target: { value: 'a\uE000b' } });
    expect(box()).toHaveValue('ab');
    await userEvent.type(box(), '{Enter}');
    expect(onSend).toHaveBeenCalledWith('ab');
  });

  test('takes the place of what is selected', async () => {
    const { onSend } = show();
    await userEvent.type(box(), 'Sum up: old text!', { initialSelectionStart: 0 });
    const area = screen.getByPlaceholderText<HTMLTextAreaElement>('Ask anything');
    area.setSelectionRange(8, 16);
    paste(LONG);
    expect(box()).toHaveValue('Sum up: !');
    expect(area.selectionStart).toBe(8);
    await userEvent.click(send());
    expect(onSend).toHaveBeenCalledWith(`Sum up: !\n\n${LONG}`);
  });

  test('is taken back by undoing, and what was typed before stays', async () => {
    const { onSend } = show();
    await userEvent.type(box(), 'Sum up: this');
    paste(LONG);
    await folded();
    // Its default is the browser's own undoing, which would be of what was typed.
    expect(fireEvent.keyDown(box(), { key: 'z', ctrlKey: true })).toBe(false);
    expect(screen.queryByRole('list', { name: 'Pasted texts' })).not.toBeInTheDocument();
    expect(fireEvent.keyDown(box(), { key: 'z', ctrlKey: true })).toBe(true);
    await userEvent.click(send());
    expect(onSend).toHaveBeenCalledWith('Sum up: this');
  });

  test('stays folded when what was typed after it is undone', async () => {
    show();
    paste(LONG);
    await userEvent.type(box(), 'now');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(await folded()).toBeInTheDocument();
  });

  test('stays when it was not sent', async () => {
    show({ onSend: () => false });
    paste(LONG);
    await folded();
    await userEvent.type(box(), 'now{Enter}');
    expect(await folded()).toBeInTheDocument();
    expect(box()).toHaveValue('now');
  });
});

describe('on a touch keyboard', () => {
  let media: ReturnType<typeof fakeMedia>;
  beforeEach(() => {
    media = fakeMedia('coarse');
  });
  afterEach(() => media.restore());

  test('Enter begins a line, and the button sends', async () => {
    const { onSend } = show();
    expect(box()).toHaveAttribute('enterkeyhint', 'enter');
    await userEvent.type(box(), 'one{Enter}two');
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.click(send());
    expect(onSend).toHaveBeenCalledWith('one\ntwo');
  });

  test('a real one beside it sends with Ctrl or Cmd', async () => {
    const { onSend } = show();
    await userEvent.type(box(), 'one{Control>}{Enter}{/Control}');
    expect(onSend).toHaveBeenCalledWith('one');
  });
});
