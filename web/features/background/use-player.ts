import { useEffect, useRef, useState, type RefObject } from 'react';

import type { DrawnEffect } from './effects.ts';
import type { FrameRate } from './player.ts';
import type { StartedPlayer, StartInput } from './start-player.ts';

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

/** The first screen is there before anything moves behind it. Offline the still picture stays. */
const loadPlayer = async (input: StartInput): Promise<StartedPlayer | null> => {
  await afterPaint();
  if (!input.isWanted()) return null;
  const { startPlayer } = await import('./start-player.ts');
  return startPlayer(input);
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
    const input = {
      place: element,
      effect,
      speed: options.current.speed,
      onFrameRate: (frameRate: FrameRate) => options.current.onPace(frameRate),
      isWanted: () => isWanted,
    };
    void loadPlayer(input)
      .catch(() => null)
      .then((startedPlayer) => {
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
    started?.updatePalette();
  }, [started, themeKey]);
  useEffect(() => {
    if (running) started?.player.run();
    else started?.player.pause();
  }, [started, running]);
  return started !== null;
};
