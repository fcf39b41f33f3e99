import { useEffect, useRef, useState, type RefObject } from 'react';

import { loadEffect, type DrawnEffect } from './effects.ts';
import { paletteOf } from './palette.ts';
import { play, type Pace, type Player } from './player.ts';

interface PlayerWishes {
  readonly effect: DrawnEffect | null;
  readonly running: boolean;
  readonly speed: number;
  /** Changes whenever the colours of the page do. */
  readonly look: string;
  readonly onPace: (pace: Pace) => void;
}

/** What a person reads and writes stands on the screen first. */
const afterPaint = (): Promise<void> =>
  new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
  });

interface Started {
  readonly canvas: HTMLCanvasElement;
  readonly player: Player;
}

/** Each effect gets a canvas of its own: one that was drawn on in one way can never be drawn on in the other. */
const start = async (
  place: HTMLElement,
  effect: DrawnEffect,
  { speed, onPace }: Pick<PlayerWishes, 'speed' | 'onPace'>,
  wanted: () => boolean,
): Promise<Started | null> => {
  await afterPaint();
  const module = wanted() ? await loadEffect(effect).catch(() => null) : null; // offline: the still picture stays
  if (!module || !wanted()) return null;
  const canvas = document.createElement('canvas');
  place.append(canvas);
  const palette = paletteOf(place);
  const made = palette && module.effect(canvas);
  if (!palette || !made) {
    canvas.remove();
    return null;
  }
  return { canvas, player: play({ canvas, effect: made, palette, speed, onPace }) };
};

/** Fetches an effect, plays it in the place and takes it away again; answers whether it is there. */
export const usePlayer = (
  place: RefObject<HTMLElement | null>,
  { effect, running, speed, look, onPace }: PlayerWishes,
): boolean => {
  const [started, setStarted] = useState<Started | null>(null);
  const wishes = useRef({ speed, onPace });
  useEffect(() => {
    wishes.current = { speed, onPace };
  });

  useEffect(() => {
    const element = place.current;
    if (!element || effect === null) return;
    let wanted = true;
    let mine: Started | null = null;
    const lost = (): void => setStarted(null);
    void start(
      element,
      effect,
      { speed: wishes.current.speed, onPace: (pace) => wishes.current.onPace(pace) },
      () => wanted,
    ).then((found) => {
      mine = found;
      found?.canvas.addEventListener('webglcontextlost', lost);
      setStarted(found);
    });
    return () => {
      wanted = false;
      mine?.player.end();
      mine?.canvas.remove();
      setStarted(null);
    };
  }, [place, effect]);

  useEffect(() => {
    started?.player.setSpeed(speed);
  }, [started, speed]);
  useEffect(() => {
    const palette = started && place.current && paletteOf(place.current);
    if (palette) started.player.recolour(palette);
  }, [started, place, look]);
  useEffect(() => {
    if (running) started?.player.run();
    else started?.player.pause();
  }, [started, running]);
  return started !== null;
};
