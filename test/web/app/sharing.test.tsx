import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import type { ChatFile } from '../../../src/contract/chat-export.ts';
import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, openSettings, signedIn, startApp } from '../support/start-app.tsx';

const CHAT = aChat('Bread');
const SOURCE = { id: 's1', title: 'Yeast', url: 'https://yeast.example/', snippet: 'It rises.' };
const DETAILS = {
  steps: [],
  thinking: '',
  sources: [SOURCE],
  images: [],
  citations: null,
  document: null,
  corrections: [],
  relatedQuestions: [],
  synthesis: 'It is yeast [1]. ![spy](https://spy.example/seen.png)',
  insteadOf: null,
};
const MESSAGES = [
  aMessage('user', 'How does it rise?', { id: 'q1' }),
  aMessage('assistant', 'By yeast [1].', { id: 'a1', parentId: 'q1', details: DETAILS }),
];
const aLink = (id = 'l1') => ({
  id,
  chatId: CHAT.id,
  kind: 'chat',
  title: 'Bread',
  name: null,
  turns: 2,
  createdAt: '2026-11-21T12:00:00.000Z',
  url: `http://localhost/share/${id}` as string | null,
});

let server: FakeServer;
let saved: { readonly name: string; readonly blob: Blob }[];
const { createObjectURL, revokeObjectURL } = URL;
const click = HTMLAnchorElement.prototype.click;

beforeEach(() => {
  saved = [];
  let made: Blob | undefined;
  URL.createObjectURL = (blob) => {
    made = blob as Blob;
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function press(this: HTMLAnchorElement) {
    if (made && this.download) saved.push({ name: this.download, blob: made });
  };
  server = aServer()
    .on('GET', '/api/progress/chats', () => answer({ chats: [CHAT] }))
    .on('GET', `/api/progress/chat/${CHAT.id}`, () => answer(anOpenChat(CHAT, MESSAGES)))
    .on('GET', '/api/shares', () => answer({ shares: [] }))
    .on('POST', '/api/shares', () => answer({ share: aLink(), url: 'http://localhost/share/abc' }, 201));
});
afterEach(() => {
  server.restore();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  HTMLAnchorElement.prototype.click = click;
});

const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

const start = async () => {
  const app = startApp({
    stored: { ...signedIn(), 'ui-storage': { sidebarOpen: true }, 'chat-storage': { currentChatId: CHAT.id } },
  });
  await screen.findByRole('heading', { level: 1, name: 'Bread' });
  return app;
};
const pick = async (user: Awaited<ReturnType<typeof start>>['user'], item: string, of = 0) => {
  // Its row and its title.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'More for Bread' })).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: 'More for Bread' })[of] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('sharing a conversation', () => {
  test('says what it means, names whoever wants to be named, and shows the link once', async () => {
    const { user } = await start();
    await pick(user, 'Share…');
    const dialog = await screen.findByRole('dialog', { name: 'Share conversation' });
    expect(dialog).toHaveTextContent('Anybody with the link can read this conversation.');
    await user.type(within(dialog).getByRole('textbox', { name: /Your name/ }), ' Ada ');
    await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
    expect(await within(dialog).findByRole('link', { name: 'http://localhost/share/abc' })).toBeInTheDocument();
    expect(server.calls('POST', '/api/shares').map(({ body }) => body)).toEqual([{ chatId: CHAT.id, name: 'Ada' }]);
    expect(within(dialog).queryByRole('button', { name: 'Create link' })).not.toBeInTheDocument();
  });

  test('from the title asks for the same, and a refusal is told where it was asked', async () => {
    server.on('POST', '/api/shares', () =>
      answer(
        { error: 'Too many links were made in the last hour. Please try again later.', code: 'RATE_LIMITED' },
        429,
      ),
    );
    const { user } = await start();
    await pick(user, 'Share…', 1);
    await user.click(await screen.findByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many links were made');
    expect(screen.getByRole('button', { name: 'Create link' })).toBeEnabled();
  });

  test('lists the links that there are to it, and revokes one after asking', async () => {
    let links = [aLink(), { ...aLink('l2'), chatId: 'another-chat'.padEnd(21, '_'), title: 'Other' }];
    server
      .on('GET', '/api/shares', () => answer({ shares: links }))
      .on('DELETE', '/api/shares/l1', () => {
        links = links.slice(1);
        return answer({ success: true });
      });
    const { user } = await start();
    await pick(user, 'Share…');
    const before = await screen.findByRole('region', { name: 'Links to this conversation' });
    expect(before).not.toHaveTextContent('Other');
    await user.click(within(before).getByRole('button', { name: 'Copy the link to Bread' }));
    expect(await navigator.clipboard.readText()).toBe('http://localhost/share/l1');
    await user.click(within(before).getByRole('button', { name: 'Revoke the link to Bread' }));
    expect(server.calls('DELETE', '/api/shares/l1')).toHaveLength(0);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Links to this conversation' })).not.toBeInTheDocument(),
    );
    expect(server.calls('DELETE', '/api/shares/l1')).toHaveLength(1);
    expect(within(screen.getByRole('dialog')).getAllByRole('button')[0]).toHaveFocus();
  });

  test('leave the focus on the next link when one is revoked, and on the heading after the last', async () => {
    let links = [aLink(), { ...aLink('l2'), title: 'Tea' }];
    server
      .on('GET', '/api/shares', () => answer({ shares: links }))
      .on('DELETE', '/api/shares/*', ({ path }) => {
        links = links.filter(({ id }) => !path.endsWith(id));
        return answer({ success: true });
      });
    const { user } = await start();
    await openSettings(user, 'Data');
    const section = within(await screen.findByRole('region', { name: 'Shared links' }));
    const revoke = async (title: string) => {
      await user.click(await section.findByRole('button', { name: `Revoke the link to ${title}` }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
      await waitFor(() => expect(section.queryByText(title)).not.toBeInTheDocument());
    };
    await revoke('Bread');
    expect(section.getByRole('button', { name: 'Copy the link to Tea' })).toHaveFocus();
    await revoke('Tea');
    expect(section.getByRole('heading', { name: 'Shared links' })).toHaveFocus();
  });

  test('the settings hold every link, and tell when one could not be revoked', async () => {
    server
      .on('GET', '/api/shares', () => answer({ shares: [aLink()] }))
      .on('DELETE', '/api/shares/l1', () => answer({ error: 'Internal error' }, 500));
    const { user } = await start();
    await openSettings(user, 'Data');
    const links = await screen.findByRole('region', { name: 'Shared links' });
    expect(await within(links).findByText('2 messages, shared on November 21, 2026')).toBeInTheDocument();
    await user.click(within(links).getByRole('button', { name: 'Revoke the link to Bread' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    expect(await within(links).findByRole('alert')).toHaveTextContent('It still works.');
  });

  test('one answer is shared from its document view', async () => {
    const { user } = await start();
    await user.click(await screen.findByRole('button', { name: 'Open in document view' }));
    await user.click(await screen.findByRole('button', { name: 'Share this answer' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Share this answer' })).getByRole('button', {
        name: 'Create link',
      }),
    );
    await waitFor(() =>
      expect(server.calls('POST', '/api/shares').map(({ body }) => body)).toEqual([
        { chatId: CHAT.id, messageId: 'a1' },
      ]),
    );
  });
});

describe('taking a conversation along', () => {
  test('as Markdown with synthesis, sources and a link for a foreign picture, under its own name', async () => {
    const { user } = await start();
    await pick(user, 'Export as Markdown');
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Bread.md']));
    expect(await textOf(saved[0]?.blob as Blob)).toMatch(
      /^# Bread\n[\s\S]*## You\n\nHow does it rise\?\n\n## Parley\n\nBy yeast \[1\]\.\n\n\*\*In short\*\*\n\nIt is yeast \[1\]\. \[spy\]\(https:\/\/spy\.example\/seen\.png\)\n\n\*\*Sources\*\*\n\n1\. \[Yeast\]\(https:\/\/yeast\.example\/\)\n$/,
    );
  });

  test('as JSON in the shape in which it can be brought back', async () => {
    const { user } = await start();
    await pick(user, 'Export as JSON', 1);
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Bread.json']));
    const file = JSON.parse(await textOf(saved[0]?.blob as Blob)) as ChatFile;
    expect([file.chatId, file.chat.id, file.chat.leafId]).toEqual([CHAT.id, CHAT.id, 'a1']);
    expect(file.chat.messages?.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['q1', null],
      ['a1', 'q1'],
    ]);
  });

  test('a chat that cannot be read is told, and no file comes', async () => {
    const { user } = await start();
    server.on('GET', `/api/progress/chat/${CHAT.id}`, () => answer({ error: 'Internal error' }, 500));
    await pick(user, 'Export as JSON');
    expect(await screen.findByText('The conversation could not be read. Please try again.')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  test('a file that cannot be made is told', async () => {
    const { user } = await start();
    URL.createObjectURL = () => {
      throw new RangeError('too much');
    };
    await pick(user, 'Export as Markdown');
    expect(await screen.findByText('The conversation could not be read. Please try again.')).toBeInTheDocument();
  });

  test('on paper: every turn is set for the printer, and gone when it is done', async () => {
    const print = window.print;
    let printed = '';
    window.print = () => {
      printed = screen.getByTestId('print-sheet').textContent ?? '';
    };
    const { user } = await start();
    await pick(user, 'Print or save as PDF');
    await waitFor(() => expect(printed).toContain('How does it rise?'));
    expect(printed).toMatch(/^Bread.*By yeast.*In short.*It is yeast.*Yeast.*https:\/\/yeast\.example\//);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(screen.queryByTestId('print-sheet')).not.toBeInTheDocument());
    window.print = print;
  });

  test('by the browser’s printing before its part has come: the conversation is printed once it is there', async () => {
    const print = window.print;
    const printed: string[] = [];
    window.print = () => printed.push(screen.getByTestId('print-sheet').textContent ?? '');
    await start();
    await waitFor(() => expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(false));
    await waitFor(() => expect(printed).toEqual([expect.stringContaining('How does it rise?')]));
    window.print = print;
  });

  test('by the browser’s printing: the sheet stands before its dialog opens, whole, and goes with it', async () => {
    const turns = Array.from({ length: 60 }, (_, at) =>
      aMessage(at % 2 === 0 ? 'user' : 'assistant', `Turn ${at}.`, {
        id: `m${at}`,
        parentId: at === 0 ? null : `m${at - 1}`,
      }),
    );
    server.on('GET', `/api/progress/chat/${CHAT.id}`, () => answer(anOpenChat(CHAT, turns)));
    await start();
    // It is fetched when the browser has nothing else to do.
    await waitFor(() => {
      act(() => {
        window.dispatchEvent(new Event('beforeprint'));
      });
      expect(screen.getByTestId('print-sheet')).toHaveTextContent(/Turn 0\.[^]*Turn 30\.[^]*Turn 59\./);
    });
    act(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
    expect(screen.queryByTestId('print-sheet')).not.toBeInTheDocument();
  });
});
