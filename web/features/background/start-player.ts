import { loadEffect, type DrawnEffect } from './effects.ts';
import { getPalette } from './palette.ts';
import { createPlayer, type FrameRate, type Player } from './player.ts';

export interface StartedPlayer {
  readonly canvas: HTMLCanvasElement;
  readonly player: Player;
  /** Takes the colours that the page has now. */
  readonly updatePalette: () => void;
}

export interface StartInput {
  readonly place: HTMLElement;
  readonly effect: DrawnEffect;
  readonly speed: number;
  readonly onFrameRate: (frameRate: FrameRate) => void;
  readonly isWanted: () => boolean;
}

/** Each effect gets a canvas of its own: one that was drawn on in one way can never be drawn on in the other. */
export const startPlayer = async ({
  place,
  effect,
  speed,
  onFrameRate,
  isWanted,
}: StartInput): Promise<StartedPlayer | null> => {
  const module = await loadEffect(effect);
  if (!isWanted()) return null;
  const canvas = document.createElement('canvas');
  place.append(canvas);
  const palette = getPalette(place);
  const drawable = palette && module.effect(canvas);
  if (!palette || !drawable) {
    canvas.remove();
    return null;
  }
  const player = createPlayer({ canvas, effect: drawable, palette, speed, onFrameRate });
  const updatePalette = (): void => {
    const next = getPalette(place);
    if (next) player.setPalette(next);
  };
  return { canvas, player, updatePalette };
};
