import { useEffect, useRef, useState, type RefObject } from 'react';

import { loadEffect, type DrawnEffect } from './effects.ts';
import { getPalette } from './palette.ts';
import type { FrameRate, Player } from './player.ts';

interface PlayerOptions {
  readonly effect: DrawnEffect | null;
  readonly running: boolean;
  readonly speed: number;
  /** Changes whenever the colours of the page do. */
  readonly themeKey: string;
  readonly onFrameRate: (frameRate: FrameRate) => void;
}

/** Lets the page paint first. */
const afterPaint = (): Promise<void> =>
  new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
  });

interface StartedPlayer {
  readonly canvas: HTMLCanvasElement;
  readonly player: Player;
}

/** The first screen is there before anything moves behind it. */
const loadParts = (effect: DrawnEffect) => Promise.all([loadEffect(effect), import('./player.ts')]);

/** Each effect gets a canvas of its own: one that was drawn on in one way can never be drawn on in the other. */
const startPlayer = async (
  place: HTMLElement,
  effect: DrawnEffect,
  { speed, onFrameRate }: Pick<PlayerOptions, 'speed' | 'onFrameRate'>,
  isWanted: () => boolean,
): Promise<StartedPlayer | null> => {
  await afterPaint();
  const parts = isWanted() ? await loadParts(effect).catch(() => null) : null; // offline: the still picture stays
  if (!parts || !isWanted()) return null;
  const [module, { createPlayer }] = parts;
  const canvas = document.createElement('canvas');
  place.append(canvas);
  const palette = getPalette(place);
  const drawable = palette && module.effect(canvas);
  if (!palette || !drawable) {
    canvas.remove();
    return null;
  }
  return { canvas, player: createPlayer({ canvas, effect: drawable, palette, speed, onFrameRate }) };
};

/** Fetches an effect, plays it in the place and takes it away again; answers whether it is there. */
export const usePlayer = (
  place: RefObject<HTMLElement | null>,
  { effect, running, speed, themeKey, onFrameRate }: PlayerOptions,
): boolean => {
  const [started, setStarted] = useState<StartedPlayer | null>(null);
  const options = useRef({ speed, onPace: onFrameRate });
  useEffect(() => {
    options.current = { speed, onPace: onFrameRate };
  });

  useEffect(() => {
    const element = place.current;
    if (!element || effect === null) return;
    let isWanted = true;
    let current: StartedPlayer | null = null;
    const onContextLost = (): void => setStarted(null);
    void startPlayer(
      element,
      effect,
      { speed: options.current.speed, onFrameRate: (frameRate) => options.current.onPace(frameRate) },
      () => isWanted,
    ).then((startedPlayer) => {
      current = startedPlayer;
      startedPlayer?.canvas.addEventListener('webglcontextlost', onContextLost);
      setStarted(startedPlayer);
    });
    return () => {
      isWanted = false;
      current?.player.dispose();
      current?.canvas.remove();
      setStarted(null);
    };
  }, [place, effect]);

  useEffect(() => {
    started?.player.setSpeed(speed);
  }, [started, speed]);
  useEffect(() => {
    const palette = started && place.current && getPalette(place.current);
    if (palette) started.player.setPalette(palette);
  }, [started, place, themeKey]);
  useEffect(() => {
    if (running) started?.player.run();
    else started?.player.pause();
  }, [started, running]);
  return started !== null;
};
