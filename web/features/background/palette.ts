import type { Colour, Palette } from './effect.ts';

const COLOUR_VARIABLES = ['--sky-0', '--sky-1', '--sky-2', '--sky-3', '--sky-4'] as const;

/** Any colour that CSS knows as numbers, by painting a point with it. */
const parseColour = (context: CanvasRenderingContext2D, css: string): Colour => {
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
};

/** The colours of theme and skin on this element; null without a canvas. */
export const getPalette = (element: Element): Palette | null => {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const style = getComputedStyle(element);
  const [above, below, first, second, spark] = COLOUR_VARIABLES.map((name) =>
    parseColour(context, style.getPropertyValue(name)),
  );
  return above && below && first && second && spark ? [above, below, first, second, spark] : null;
};
