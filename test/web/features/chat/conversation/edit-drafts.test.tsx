import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Conversation } from '../../../../../web/features/chat/conversation/conversation.tsx';
import type { EditDrafts } from '../../../../../web/features/chat/messages/turn-props.ts';
import { aTurn } from '../support/a-turn.ts';

const EDITOR = { name: 'Edit message' };

const setup = () => {
  const texts = new Map<string, string>();
  const editDrafts: EditDrafts = {
    read: (id) => texts.get(id) ?? '',
    write: (id, text) => {
      if (text === '') texts.delete(id);
      else texts.set(id, text);
    },
  };
  const open = (onEdit = () => true) =>
    render(
      <Conversation live={null} turns={[aTurn('q1', 'First'), aTurn('a1', 'Text')]} {...{ onEdit, editDrafts }} />,
    );
  return { texts, open, person: userEvent.setup() };
};

test('an edit that was begun is open again when the chat is, and takes no focus', async () => {
  const { open, person } = setup();
  const { unmount } = open();
  await person.click(screen.getByRole('button', { name: 'Edit' }));
  await person.keyboard(' and more');
  unmount();
  open();
  expect(screen.getByRole('textbox', EDITOR)).toHaveValue('First and more');
  expect(screen.getByRole('textbox', EDITOR)).not.toHaveFocus();
  expect(screen.getByTestId('message-assistant')).toBeInTheDocument();
});

test('an edit that was sent or left is no draft any more, and the next one begins with the question', async () => {
  for (const end of ['{Escape}', '{Control>}{Enter}{/Control}']) {
    const { texts, open, person } = setup();
    const { unmount } = open();
    await person.click(screen.getByRole('button', { name: 'Edit' }));
    await person.keyboard(' and more');
    expect(texts.get('q1')).toBe('First and more');
    await person.keyboard(end);
    expect(texts.size).toBe(0);
    await person.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByRole('textbox', EDITOR)).toHaveValue('First');
    unmount();
  }
});
