import { MAX_PIXEL_RATIO, type Colour, type Effect, type CreateEffect, type Palette, type Size } from './effect.ts';

export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly seconds: number;
  /** In the units that the painter draws in. */
  readonly width: number;
  readonly height: number;
  /** The colour of the palette at this place, as the context takes it. */
  readonly ink: (index: number) => string;
  readonly palette: Palette;
}

interface CanvasEffectOptions {
  /** Draws on so many rows whatever the screen has, for looks that live from their coarseness. */
  readonly rows?: number;
  /** Sharper than this is not worth its price here. */
  readonly maxPixelRatio?: number;
}

export const toCssColour = ([red, green, blue]: Colour): string =>
  `rgb(${Math.round(red * 255)} ${Math.round(green * 255)} ${Math.round(blue * 255)})`;

const BLANK: Colour = [0, 0, 0];

/** An effect that is drawn by hand, for browsers and looks that need no graphics card. */
export const canvasEffect =
  (paint: (frame: Frame) => void, { rows, maxPixelRatio = MAX_PIXEL_RATIO }: CanvasEffectOptions = {}): CreateEffect =>
  (canvas): Effect | null => {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return null;
    let palette: Palette = [BLANK, BLANK, BLANK, BLANK, BLANK];
    let inks = palette.map(toCssColour);
    let [width, height] = [1, 1];
    return {
      draw: (seconds) => paint({ context, seconds, width, height, palette, ink: (index) => inks[index] ?? '' }),
      resize: (size: Size) => {
        const scale = rows === undefined ? Math.min(maxPixelRatio, size.ratio) : rows / Math.max(1, size.height);
        canvas.width = Math.max(1, Math.round(size.width * scale));
        canvas.height = Math.max(1, Math.round(size.height * scale));
        [width, height] = rows === undefined ? [size.width, size.height] : [canvas.width, canvas.height];
        context.setTransform(rows === undefined ? scale : 1, 0, 0, rows === undefined ? scale : 1, 0, 0);
      },
      setPalette: (next) => {
        palette = next;
        inks = next.map(toCssColour);
      },
      dispose: () => undefined,
    };
  };
