import { act, render, screen, waitFor } from '@testing-library/react';

import { Background, type BackgroundSettings } from '../../../../web/features/background/background.tsx';
import {
  MAX_PIXEL_RATIO,
  PARTICLE_COUNT,
  type Effect,
  type Palette,
  type Size,
} from '../../../../web/features/background/effect.ts';
import { loadEffect } from '../../../../web/features/background/effects.ts';
import { createPlayer, type FrameRate } from '../../../../web/features/background/player.ts';
import { facets, SOLIDS } from '../../../../web/features/background/effects/solids.ts';
import { EFFECTS } from '../../../../src/contract/theme.ts';
import { fakeMedia } from '../../support/media.ts';

const settings: BackgroundSettings = {
  enabled: true,
  effect: 'aurora',
  opacity: 0.6,
  speed: 1,
  respect_reduced_motion: true,
};

const show = (of: Partial<BackgroundSettings> = {}, place: 'welcome' | 'chat' | 'document' = 'welcome') =>
  render(
    <Background settings={{ ...settings, ...of }} themeKey="light default" place={place} isStreaming={false} ready />,
  );

/** Past the moment when an effect would have been fetched and drawn. */
const untilDrawn = () =>
  act(async () => {
    await new Promise((painted) => {
      requestAnimationFrame(() => setTimeout(painted, 20));
    });
    await loadEffect('aurora');
  });

describe('the background', () => {
  const { getContext } = HTMLCanvasElement.prototype;
  afterEach(() => {
    HTMLCanvasElement.prototype.getContext = getContext;
  });

  test('shows the colours of its effect at the opacity that is set, hidden from readers', () => {
    show();
    const place = screen.getByTestId('background');
    expect(place).toHaveAttribute('data-effect', 'aurora');
    expect(place).toHaveAttribute('aria-hidden', 'true');
    expect(place.firstElementChild).toHaveStyle({ opacity: '0.6' });
  });

  test('stands still where the browser cannot draw, and leaves no empty canvas behind', async () => {
    show();
    await untilDrawn();
    await waitFor(() => expect(document.querySelector('canvas')).toBeNull());
    expect(screen.getByTestId('background')).toHaveAttribute('data-motion', 'still');
  });

  test.each([
    ['it is switched off', { enabled: false }, false],
    ['the effect is none', { effect: 'none' as const }, false],
    ['less motion is wished for and respected', {}, true],
  ])('fetches and draws nothing when %s', async (_, of, reduced) => {
    const media = fakeMedia(...(reduced ? ['reduce'] : []));
    let asked = 0;
    HTMLCanvasElement.prototype.getContext = () => {
      asked += 1;
      return null;
    };
    show(of);
    await untilDrawn();
    expect(asked).toBe(0);
    media.restore();
  });

  test('moves for somebody who wishes for less motion only where the operator says not to mind', async () => {
    const media = fakeMedia('reduce');
    let asked = 0;
    HTMLCanvasElement.prototype.getContext = () => {
      asked += 1;
      return null;
    };
    show({ respect_reduced_motion: false });
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    media.restore();
  });
});

test('there is a module for every effect that can be configured, and none for none', async () => {
  const drawn = EFFECTS.filter((name) => name !== 'none');
  for (const name of drawn) expect([name, typeof (await loadEffect(name)).effect]).toEqual([name, 'function']);
  expect([PARTICLE_COUNT, MAX_PIXEL_RATIO]).toEqual([25, 2]);
});

describe('time for an effect', () => {
  const palette: Palette = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  const frames: FrameRequestCallback[] = [];
  const kept = { request: window.requestAnimationFrame, cancel: window.cancelAnimationFrame };
  const drawn: number[] = [];
  let sizes: Size[] = [];
  let ended = 0;
  const effect: Effect = {
    draw: (seconds) => drawn.push(seconds),
    resize: (size) => sizes.push(size),
    setPalette: () => undefined,
    dispose: () => {
      ended += 1;
    },
  };
  const paces: FrameRate[] = [];
  const start = (speed = 1) => {
    const canvas = document.createElement('canvas');
    Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: 3 });
    return createPlayer({ canvas, effect, palette, speed, onFrameRate: (pace) => paces.push(pace) });
  };
  /** The browser's next frames, so many milliseconds apart. */
  const pass = (from: number, step: number, count: number): void => {
    for (let index = 0; index < count; index += 1) frames.splice(0).forEach((frame) => frame(from + index * step));
  };

  beforeEach(() => {
    frames.length = 0;
    drawn.length = 0;
    paces.length = 0;
    sizes = [];
    ended = 0;
    window.ResizeObserver = class {
      observe(): void {}
      disconnect(): void {}
      unobserve(): void {}
    };
    window.requestAnimationFrame = (frame) => frames.push(frame);
    window.cancelAnimationFrame = () => {
      frames.length = 0;
    };
  });
  afterEach(() => {
    window.requestAnimationFrame = kept.request;
    window.cancelAnimationFrame = kept.cancel;
  });

  test('passes at the speed that is set, and is drawn thirty times a second on a screen that asks 120 times', () => {
    const player = start(2);
    drawn.length = 0;
    player.run();
    pass(1000, 1000 / 120, 121);
    expect(drawn.length).toBeGreaterThanOrEqual(28);
    expect(drawn.length).toBeLessThanOrEqual(35);
    expect((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)).toBeCloseTo(2, 0);
  });

  test('stands still while paused and goes on where it stood', () => {
    const player = start();
    player.run();
    pass(1000, 40, 10);
    const before = drawn.at(-1) ?? 0;
    player.pause();
    expect(frames).toEqual([]);
    player.run();
    pass(900_000, 40, 2);
    expect((drawn.at(-1) ?? 0) - before).toBeLessThan(0.11);
  });

  test('a screen of three points a pixel counts as one of two', () => {
    start();
    expect(sizes[0]?.ratio).toBe(2);
  });

  test('tells a machine that is slow from one that is hopeless', () => {
    const player = start();
    player.run();
    pass(1000, 70, 42);
    pass(10_000, 200, 42);
    expect(paces).toEqual(['slow', 'hopeless']);
  });

  test('ends with what it borrowed given back', () => {
    const player = start();
    player.run();
    player.dispose();
    expect([ended, frames.length]).toEqual([1, 0]);
  });
});

test('a solid shows only the faces that look at the reader, on whole points', () => {
  for (const solid of SOLIDS) {
    const seen = facets(solid, { x: 50, y: 50, radius: 12, around: 0.6, over: 0.4 });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(solid.faces.length);
    expect(seen.flatMap(({ outline }) => outline.flat()).every(Number.isInteger)).toBe(true);
    expect(seen.every(({ light }) => light >= 0 && light <= 1)).toBe(true);
  }
});
