import { canvasEffect, type Frame } from '../canvas-effect.ts';
import { PARTICLE_COUNT, seededRandom, type Palette } from '../effect.ts';

const GAP = 24;
const REACH = 460;
const BAND = 84;
/** Below this a point is seen as at rest. */
const FAINT = 0.04;

interface Drop {
  readonly x: number;
  readonly y: number;
  readonly period: number;
  readonly offset: number;
}

const drops = ((): readonly Drop[] => {
  const random = seededRandom(11);
  return Array.from({ length: PARTICLE_COUNT }, () => ({
    x: random(),
    y: random(),
    period: 14 + 12 * random(),
    offset: random(),
  }));
})();

interface Ring {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly strength: number;
}

/** The rings that are under way: each drop falls again somewhere else, and its ring lives a third of the time. */
const ringsAt = ({ seconds, width, height }: Frame): readonly Ring[] =>
  drops.flatMap(({ x, y, period, offset }) => {
    const life = seconds / period + offset;
    const turn = Math.floor(life);
    const age = (life - turn) * 3;
    if (age > 1) return [];
    return [
      {
        x: ((x + turn * 0.377) % 1) * width,
        y: ((y + turn * 0.619) % 1) * height,
        radius: age * REACH,
        strength: Math.min(1, age * 8) * (1 - age),
      },
    ];
  });

/** How much the rings lift the point, from 0 to 1. */
const liftAt = (rings: readonly Ring[], x: number, y: number): number => {
  let lift = 0;
  for (const ring of rings) {
    const off = Math.abs(Math.hypot(x - ring.x, y - ring.y) - ring.radius);
    if (off < BAND) lift += ring.strength * (0.5 + 0.5 * Math.cos((off / BAND) * Math.PI));
  }
  return Math.min(1, lift);
};

/** The sky with the field at rest, drawn once for a size and a palette. */
const createRestImage = ({ width, height, ink }: Frame): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return canvas;
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, ink(0));
  sky.addColorStop(1, ink(1));
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink(3);
  for (let y = GAP / 2; y < height; y += GAP) {
    for (let x = GAP / 2; x < width; x += GAP) context.fillRect(x - 1, y - 1, 2, 2);
  }
  return canvas;
};

let cachedRest: { readonly palette: Palette; readonly rest: HTMLCanvasElement } | null = null;

const paintRest = (frame: Frame): void => {
  const { context, palette, width, height } = frame;
  if (cachedRest?.palette !== palette || cachedRest.rest.width !== width || cachedRest.rest.height !== height)
    cachedRest = { palette, rest: createRestImage(frame) };
  context.drawImage(cachedRest.rest, 0, 0, width, height);
};

/** A field of points that swell as rings of falling drops pass under them. */
export const effect = canvasEffect(
  (frame) => {
    const { context, width, height, ink } = frame;
    paintRest(frame);
    const rings = ringsAt(frame);
    for (let y = GAP / 2; y < height; y += GAP) {
      for (let x = GAP / 2; x < width; x += GAP) {
        const lift = liftAt(rings, x, y);
        if (lift < FAINT) continue;
        const side = 2 + lift * 4.5;
        context.fillStyle = ink(lift < 0.45 ? 2 : 4);
        context.globalAlpha = Math.min(1, lift * 2);
        context.fillRect(x - side / 2, y - side / 2 - lift * 5, side, side);
      }
    }
    context.globalAlpha = 1;
  },
  { maxPixelRatio: 1 },
);
