import { act, render, screen } from '@testing-library/react';

import { Conversation } from '../../../../../web/features/chat/conversation/conversation.tsx';
import { aTurn } from '../support/a-turn.ts';

/** Of the browser: tells heights only when it is told to. */
class FakeResizeObserver implements ResizeObserver {
  static readonly all = new Set<FakeResizeObserver>();
  private readonly observed = new Set<Element>();

  constructor(private readonly callback: ResizeObserverCallback) {
    FakeResizeObserver.all.add(this);
  }

  observe(element: Element): void {
    this.observed.add(element);
  }

  unobserve(element: Element): void {
    this.observed.delete(element);
  }

  disconnect(): void {
    this.observed.clear();
  }

  static tell(element: Element, height: number): void {
    const size = [{ blockSize: height, inlineSize: 700 }];
    const entry = { target: element, borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size };
    for (const observer of FakeResizeObserver.all)
      if (observer.observed.has(element))
        act(() => observer.callback([{ ...entry, contentRect: element.getBoundingClientRect() }], observer));
  }
}

const known = globalThis.ResizeObserver;
beforeAll(() => void (globalThis.ResizeObserver = FakeResizeObserver));
afterAll(() => void (globalThis.ResizeObserver = known));

const scrollTo = (log: HTMLElement, top: number): void => {
  Object.defineProperties(log, {
    scrollHeight: { configurable: true, value: 100_000 },
    scrollTop: { configurable: true, writable: true, value: top },
  });
  act(() => void log.dispatchEvent(new Event('scroll')));
};

test('the text stays in its place when a turn above it is measured again while the reader scrolls up', () => {
  render(
    <Conversation live={null} turns={Array.from({ length: 60 }, (_, at) => aTurn(`q${at}`, `Question ${at}.`))} />,
  );
  const log = screen.getByRole('log', { name: 'Conversation' });
  log.scrollTo = (to?: ScrollToOptions | number) => scrollTo(log, typeof to === 'object' ? (to.top ?? 0) : 0);
  scrollTo(log, 4_000);
  scrollTo(log, 3_000);
  const above = [...log.querySelectorAll('[data-index]')].toSorted(
    (a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')),
  )[0];
  if (!above) throw new Error('no turn is drawn');
  FakeResizeObserver.tell(above, 150);
  const first = log.scrollTop;
  expect(first).toBeGreaterThan(3_000);
  scrollTo(log, first - 50);
  FakeResizeObserver.tell(above, 250);
  expect(log.scrollTop).toBe(first + 50);
});
