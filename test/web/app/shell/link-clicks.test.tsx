import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';

import { useLinkClicks } from '../../../../web/app/shell/use-link-clicks.ts';
import { createStore } from '../../../../web/state/store.ts';

const Page = () => (
  <div onClick={useLinkClicks()}>
    <a href="#user-content-n%C3%B6te">Footnote</a>
    <a href="#100%">No address</a>
    <a href="#/c/c1">Chat</a>
    <p id="user-content-nöte" tabIndex={-1}>
      The note
    </p>
  </div>
);

const show = () =>
  render(<Page />, { wrapper: ({ children }) => <Provider store={createStore().store}>{children}</Provider> });

/** Clicks, and answers whether the browser was left to follow the link. */
const follows = (name: string): boolean => {
  const link = screen.getByRole('link', { name });
  const click = createEvent.click(link);
  fireEvent(link, click);
  return !click.defaultPrevented;
};

test('a link within a text scrolls to its place and leaves the address alone', () => {
  const seen: Element[] = [];
  Element.prototype.scrollIntoView = function (): void {
    seen.push(this);
  };
  show();
  expect(follows('Footnote')).toBe(false);
  expect(seen).toEqual([screen.getByText('The note')]);
  expect(screen.getByText('The note')).toHaveFocus();
});

test('a link that is no proper address does nothing, and a link to a chat is followed', () => {
  const failures: unknown[] = [];
  const onError = (event: ErrorEvent): void => {
    event.preventDefault();
    failures.push(event.error);
  };
  window.addEventListener('error', onError);
  show();
  expect(follows('No address')).toBe(false);
  expect(failures).toEqual([]);
  expect(follows('Chat')).toBe(true);
  window.removeEventListener('error', onError);
});
