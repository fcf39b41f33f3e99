/** Red, green and blue in sRGB, from 0 to 1. */
export type Colour = readonly [number, number, number];

/** The five colours of an effect: sky above, sky below, first light, second light, sparks. */
export type Palette = readonly [Colour, Colour, Colour, Colour, Colour];

/** How many things float about, where things float about. */
export const PARTICLE_COUNT = 25;

/** A higher pixel ratio costs more and looks the same. */
export const MAX_PIXEL_RATIO = 2;

export interface Size {
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Points of the screen in a CSS pixel, at most `MAX_PIXEL_RATIO`. */
  readonly ratio: number;
}

export interface Effect {
  /** Draws the moment `seconds` of the effect's own time. */
  draw(seconds: number): void;
  resize(size: Size): void;
  setPalette(palette: Palette): void;
  /** Gives back what the graphics card lent. */
  dispose(): void;
}

/** Needs an unused canvas; null if the browser cannot draw the effect. */
export type CreateEffect = (canvas: HTMLCanvasElement) => Effect | null;

/** The module of each effect exports one of these under the name `effect`. */
export interface EffectModule {
  readonly effect: CreateEffect;
}

/** The same numbers from 0 to 1 on every visit, so that a picture of the page can be compared with the last. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};
