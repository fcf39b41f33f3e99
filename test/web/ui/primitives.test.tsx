import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { useState } from 'react';

import { AlertDialog } from '../../../web/ui/overlays/alert-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/overlays/dialog.tsx';
import { Field } from '../../../web/ui/forms/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Menu } from '../../../web/ui/overlays/menu.tsx';
import { TextInput } from '../../../web/ui/forms/text-input.tsx';
import { PageToasts, Toasts } from '../../../web/ui/overlays/toast.tsx';

const Opener = ({ children }: { readonly children: (close: () => void) => React.ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open ? children(() => setOpen(false)) : null}
    </>
  );
};

describe('a dialog', () => {
  const start = async () => {
    const user = userEvent.setup();
    render(
      <Opener>
        {(close) => (
          <Dialog title="Things" onClose={close}>
            <TextInput data-autofocus aria-label="Name" onText={() => undefined} />
          </Dialog>
        )}
      </Opener>,
    );
    await user.click(screen.getByText('Open'));
    return user;
  };

  test('is named by its title and focuses what it is about', async () => {
    await start();
    expect(screen.getByRole('dialog', { name: 'Things' })).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  test('gives the focus back when it closes', async () => {
    const user = await start();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('Open')).toHaveFocus();
  });

  test.each([
    { what: 'a caret', end: 0, rangesLeft: 0 },
    { what: 'selected text', end: 1, rangesLeft: 1 },
  ])('opens over a page with $rangesLeft ranges where $what was', ({ end, rangesLeft }) => {
    const { container } = render(<p>Read me</p>);
    document.getSelection()?.setBaseAndExtent(container, 0, container, end);
    let ranges: number | undefined;
    jest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementationOnce(() => {
      ranges = document.getSelection()?.rangeCount;
    });
    render(<Dialog title="Things" onClose={() => undefined} children={null} />);
    expect(ranges).toBe(rangesLeft);
  });

  test('a press that began inside and ended outside closes nothing', async () => {
    const user = await start();
    await user.pointer([
      { keys: '[MouseLeft>]', target: screen.getByLabelText('Name') },
      { keys: '[/MouseLeft]', target: screen.getByRole('dialog') },
    ]);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });
});

test('a question before something final has Cancel in focus and no other way to say yes', async () => {
  const user = userEvent.setup();
  const said: string[] = [];
  render(
    <AlertDialog
      title="Delete it"
      text="Gone for good."
      action="Delete"
      onConfirm={() => said.push('yes')}
      onCancel={() => said.push('no')}
    />,
  );
  expect(screen.getByRole('alertdialog', { name: 'Delete it' })).toHaveAccessibleDescription('Gone for good.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(said).toEqual(['no', 'yes']);
});

describe('a menu', () => {
  const start = async () => {
    const user = userEvent.setup();
    const chosen: string[] = [];
    render(
      <Menu
        label="More"
        trigger={(props) => <IconButton label="More" icon="…" {...props} />}
        items={['Apple', 'Banana', 'Cherry'].map((label) => ({
          id: label,
          label,
          onSelect: () => chosen.push(label),
          disabled: label === 'Cherry',
        }))}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'More' }));
    return { user, chosen };
  };

  test('is walked with arrows and letters and chosen from with Enter', async () => {
    const { user, chosen } = await start();
    expect(screen.getByRole('menuitem', { name: 'Apple' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Banana' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{End}{Home}b{Enter}');
    expect(chosen).toEqual(['Banana']);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  test('closes on Escape and on a press elsewhere', async () => {
    const { user } = await start();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(document.body);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('a toast', () => {
  const note = (kind: 'success' | 'problem') => [{ id: '1', kind, text: 'Saved' }] as const;
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('of success goes by itself after three seconds', () => {
    const gone: string[] = [];
    render(<Toasts toasts={note('success')} onDismiss={(id) => gone.push(id)} />);
    act(() => {
      jest.advanceTimersByTime(2999);
    });
    expect(gone).toEqual([]);
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(gone).toEqual(['1']);
  });

  test('of a problem stays until it is closed', () => {
    const gone: string[] = [];
    render(<Toasts toasts={note('problem')} onDismiss={(id) => gone.push(id)} />);
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    expect(gone).toEqual([]);
    act(() => {
      screen.getByRole('button', { name: 'Dismiss' }).click();
    });
    expect(gone).toEqual(['1']);
  });
});

test('a button that was busy gives the focus back that it lost with that, unless it went elsewhere', async () => {
  const show = (busy: boolean) => (
    <>
      <Button busy={busy}>Save</Button>
      <input aria-label="Name" />
    </>
  );
  const { rerender } = render(show(false));
  const button = screen.getByRole('button', { name: 'Save' });
  const lose = (): void => {
    act(() => button.focus());
    rerender(show(true));
    // As browsers do with what is disabled.
    const other = document.body.appendChild(document.createElement('input'));
    act(() => other.focus());
    other.remove();
    expect(document.body).toHaveFocus();
  };
  lose();
  rerender(show(false));
  await waitFor(() => expect(button).toHaveFocus());
  lose();
  act(() => screen.getByLabelText('Name').focus());
  rerender(show(false));
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

test('the page’s toasts stand in the topmost dialog: what lies behind it is neither read out nor clicked', async () => {
  const user = userEvent.setup();
  render(
    <>
      <PageToasts toasts={[{ id: '1', kind: 'problem', text: 'Not deleted' }]} onDismiss={() => undefined} />
      <Opener>
        {(close) => (
          <Dialog title="Files" onClose={close}>
            <p>Words</p>
          </Dialog>
        )}
      </Opener>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(screen.getByRole('alert')));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Not deleted'));
});

test('a field says what is wrong with it, under it and to readers', () => {
  render(
    <Field label="Email" error="Too short.">
      {(control) => <TextInput {...control} onText={() => undefined} />}
    </Field>,
  );
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Too short.');
});

test('a busy button keeps its name and takes no second click', async () => {
  let clicks = 0;
  render(
    <Button
      busy
      onClick={() => {
        clicks += 1;
      }}
    >
      Save
    </Button>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }));
  expect(clicks).toBe(0);
});
