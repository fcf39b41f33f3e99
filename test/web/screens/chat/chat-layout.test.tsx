import { render, screen } from '@testing-library/react';

import { ChatLayout } from '../../../../web/screens/chat/chat-layout.tsx';
import { fakeMedia } from '../../support/media.ts';

const stage = (mode: 'welcome' | 'chat') => (
  <ChatLayout mode={mode} title="Bread" body={<p>Body</p>} dock={<textarea aria-label="Box" />} below={<p>Below</p>} />
);

/**
 * jsdom lays nothing out: the dock stands at 300 on the welcome page and at 800 in a chat, and
 * remembers its animations.
 */
const watchDock = () => {
  const moves: string[] = [];
  const rect = jestRect();
  Object.defineProperty(HTMLElement.prototype, 'animate', {
    configurable: true,
    value: (frames: { transform: string }[]) => {
      moves.push(String(frames[0]?.transform));
    },
  });
  return {
    moves,
    restore: () => {
      rect();
      Reflect.deleteProperty(HTMLElement.prototype, 'animate');
    },
  };
};

const jestRect = () => {
  const original = HTMLElement.prototype.getBoundingClientRect;
  HTMLElement.prototype.getBoundingClientRect = function at(this: HTMLElement) {
    return { top: this.closest('[data-mode="chat"]') ? 800 : 300 } as DOMRect;
  };
  return () => {
    HTMLElement.prototype.getBoundingClientRect = original;
  };
};

let dock: ReturnType<typeof watchDock>;
beforeEach(() => {
  dock = watchDock();
});
afterEach(() => dock.restore());

describe('the composer', () => {
  test('glides from the middle to the foot on the first message, as the same box with the same focus', () => {
    const { rerender } = render(stage('welcome'));
    const box = screen.getByLabelText('Box');
    box.focus();
    rerender(stage('chat'));
    expect(dock.moves).toEqual(['translateY(-500px)']);
    expect(screen.getByLabelText('Box')).toBe(box);
    expect(box).toHaveFocus();
  });

  test('does not move while the page only changes what it shows', () => {
    const { rerender } = render(stage('chat'));
    rerender(stage('chat'));
    expect(dock.moves).toEqual([]);
  });

  test('is simply there where motion is unwanted', () => {
    const media = fakeMedia('reduce');
    const { rerender } = render(stage('welcome'));
    rerender(stage('chat'));
    expect(dock.moves).toEqual([]);
    media.restore();
  });
});

test('the name of the conversation stands over it, and only there', () => {
  const { rerender } = render(stage('chat'));
  expect(screen.getByRole('heading', { name: 'Bread' })).toBeInTheDocument();
  rerender(stage('welcome'));
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});
