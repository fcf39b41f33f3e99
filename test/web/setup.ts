import '@testing-library/jest-dom';

import { cleanup, configure } from '@testing-library/react';

/** What is fetched on need comes late on a busy machine; a wait that succeeds costs nothing more. */
configure({ asyncUtilTimeout: 15_000 });

/** jsdom knows the dialog element but not how to open it: enough of the standard for what the product relies on. */
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
  (this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>('input, button'))?.focus();
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};

/** jsdom lays nothing out, texts included. */
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
Element.prototype.scrollIntoView = () => undefined;

/** jsdom draws nothing: as in a browser that cannot, what is drawn is left out. */
HTMLCanvasElement.prototype.getContext = () => null;

/** A browser turns Escape over an open dialog into its cancel event. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  open?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  document.documentElement.removeAttribute('data-skin');
  window.history.replaceState(null, '', '/');
});
