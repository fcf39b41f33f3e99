import { paintedEffect, type Frame } from '../painted.ts';
import { PARTICLES, seeded } from '../effect.ts';

const GAP = 26;
const REACH = 420;
const BAND = 70;
const STEPS = 6;

interface Drop {
  readonly x: number;
  readonly y: number;
  readonly period: number;
  readonly offset: number;
}

const drops = ((): readonly Drop[] => {
  const random = seeded(11);
  return Array.from({ length: PARTICLES }, () => ({ x: random(), y: random(), period: 14 + 12 * random(), offset: random() }));
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
    return [{ x: ((x + turn * 0.377) % 1) * width, y: ((y + turn * 0.619) % 1) * height, radius: age * REACH, strength: Math.min(1, age * 8) * (1 - age) ** 1.4 }];
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

/** A field of points that swell as rings of falling drops pass under them. */
export const effect = paintedEffect((frame) => {
  const { context, width, height, ink } = frame;
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, ink(0));
  sky.addColorStop(1, ink(1));
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  const rings = ringsAt(frame);
  const paths = Array.from({ length: STEPS + 1 }, () => new Path2D());
  for (let y = GAP / 2; y < height; y += GAP) {
    for (let x = GAP / 2; x < width; x += GAP) {
      const lift = liftAt(rings, x, y);
      const side = 1.6 + lift * 4.4;
      paths[Math.round(lift * STEPS)]?.rect(x - side / 2, y - side / 2 - lift * 5, side, side);
    }
  }
  paths.forEach((path, step) => {
    context.globalAlpha = 0.3 + (0.7 * step) / STEPS;
    context.fillStyle = ink(step === 0 ? 3 : step < STEPS / 2 ? 2 : 4);
    context.fill(path);
  });
  context.globalAlpha = 1;
});
