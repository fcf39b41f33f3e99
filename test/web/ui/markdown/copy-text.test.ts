import { jest } from '@jest/globals';

import { copyText } from '../../../../web/ui/markdown/copy-text.ts';

/** What the browser would copy of a page without https: the selection of the box that has the focus. */
const copied: (string | null)[] = [];

/** Nothing behind an open dialog takes the focus, as in a browser. */
const isBehindDialog = (element: Element): boolean => {
  const dialog = document.querySelector('dialog[open]');
  return dialog !== null && !dialog.contains(element);
};

beforeEach(() => {
  copied.length = 0;
  document.body.innerHTML = '';
  const { focus } = HTMLElement.prototype;
  jest.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, ...options) {
    if (!isBehindDialog(this)) focus.apply(this, options);
  });
  Object.assign(document, {
    execCommand: () => {
      const at = document.activeElement;
      copied.push(at instanceof HTMLTextAreaElement ? at.value.slice(at.selectionStart, at.selectionEnd) : null);
      return true; // Firefox says so even where nothing is selected
    },
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

const aButtonIn = (parent: Element): HTMLButtonElement => {
  const button = document.createElement('button');
  parent.append(button);
  button.focus();
  return button;
};

test('without https the text is copied from a box that leaves nothing behind', async () => {
  const button = aButtonIn(document.body);
  expect(await copyText('A reply')).toBe(true);
  expect(copied).toEqual(['A reply']);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('in a dialog, behind which nothing can be selected, the box stands in the dialog', async () => {
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.showModal();
  const button = aButtonIn(dialog);
  expect(await copyText('https://parley.test/share/x')).toBe(true);
  expect(copied).toEqual(['https://parley.test/share/x']);
  expect(document.activeElement).toBe(button);
});

test('a text that could not be selected does not count as copied', async () => {
  jest.spyOn(HTMLTextAreaElement.prototype, 'focus').mockImplementation(() => undefined);
  aButtonIn(document.body);
  expect(await copyText('A reply')).toBe(false);
  expect(copied).toEqual([]);
});
