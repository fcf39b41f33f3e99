import { PARTICLE_COUNT, seededRandom, type Colour, type Palette } from '../effect.ts';
import { toCssColour, canvasEffect, type Frame } from '../canvas-effect.ts';
import { facets, SOLIDS, type Solid } from './solids.ts';

const ROWS = 240;
const SKY_STEPS = 12;
const SHADES = 5;
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const;

interface Floating {
  readonly solid: Solid;
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  readonly spin: number;
  readonly phase: number;
}

/** Far ones first, so that near ones cover them. */
const floating = ((): readonly Floating[] => {
  const random = seededRandom(23);
  const all = Array.from({ length: PARTICLE_COUNT }, (_, index) => ({
    solid: SOLIDS[index % SOLIDS.length] ?? SOLIDS[0],
    x: random(),
    y: random(),
    depth: random(),
    spin: 0.15 + random() * 0.35,
    phase: random() * 6.3,
  }));
  return all.toSorted((one, other) => one.depth - other.depth);
})();

const mixColours = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** A sky of few colours, each dithered into the next; made once for a size and a palette. */
const createSky = (context: CanvasRenderingContext2D, palette: Palette, width: number, height: number): ImageData => {
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const exact = (1 - y / height) * SKY_STEPS + ((BAYER[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16;
      const colour = mixColours(palette[1], palette[0], Math.min(1, Math.floor(exact) / SKY_STEPS));
      image.data.set([colour[0] * 255, colour[1] * 255, colour[2] * 255, 255], (y * width + x) * 4);
    }
  }
  return image;
};

let cachedSky: { readonly palette: Palette; readonly image: ImageData } | null = null;

const paintSky = ({ context, palette, width, height }: Frame): void => {
  if (cachedSky?.palette !== palette || cachedSky.image.width !== width || cachedSky.image.height !== height)
    cachedSky = { palette, image: createSky(context, palette, width, height) };
  context.putImageData(cachedSky.image, 0, 0);
};

/** A floor of lines that comes towards the reader. */
const paintFloor = ({ context, palette, seconds, width, height }: Frame): void => {
  const horizon = Math.round(height * 0.74);
  context.fillStyle = toCssColour(mixColours(palette[1], palette[3], 0.55));
  for (let row = 0; row < 12; row += 1) {
    const near = (row + ((seconds * 0.35) % 1)) / 12;
    context.fillRect(0, Math.round(horizon + (height - horizon) * near ** 2.2), width, 1);
  }
  context.strokeStyle = context.fillStyle;
  context.beginPath();
  for (let line = -14; line <= 14; line += 1) {
    context.moveTo(width / 2 + line * 6, horizon + 0.5);
    context.lineTo(width / 2 + line * (6 + width * 0.11), height);
  }
  context.stroke();
};

const paintSolid = (
  { context, palette, seconds, width, height }: Frame,
  { solid, x, y, depth, spin, phase }: Floating,
): void => {
  const pose = {
    x: (((x + seconds * 0.006 * (0.4 + depth)) % 1.2) - 0.1) * width,
    y: (0.06 + y * 0.78) * height + Math.sin(seconds * 0.5 + phase) * 3,
    radius: 3.5 + depth * depth * 13,
    around: seconds * spin + phase,
    over: seconds * spin * 0.7 + phase * 2,
  };
  for (const { outline, light } of facets(solid, pose)) {
    const shade = Math.round(light * SHADES) / SHADES;
    context.fillStyle = toCssColour(
      mixColours(
        palette[1],
        shade > 0.6
          ? mixColours(palette[2], palette[4], (shade - 0.6) * 2.5)
          : mixColours(palette[3], palette[2], shade / 0.6),
        0.35 + depth * 0.6,
      ),
    );
    context.beginPath();
    for (const [cornerX, cornerY] of outline) context.lineTo(cornerX, cornerY);
    context.fill();
  }
};

/** Plain solids with trembling corners over a dithered sky, as the first consoles drew them. */
export const effect = canvasEffect(
  (frame) => {
    paintSky(frame);
    paintFloor(frame);
    for (const each of floating) paintSolid(frame, each);
  },
  { rows: ROWS },
);
