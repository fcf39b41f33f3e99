import type { EffectModule } from './effect.ts';

/** Each effect is fetched when it is shown. `none` is no effect, and nothing is fetched for it. */
const LOADERS = {
  sunset: () => import('./effects/sunset.ts'),
  ocean: () => import('./effects/ocean.ts'),
  sunray: () => import('./effects/sunray.ts'),
  lightning: () => import('./effects/lightning.ts'),
  clouds: () => import('./effects/clouds.ts'),
  ps1: () => import('./effects/ps1.ts'),
  aurora: () => import('./effects/aurora.ts'),
  ripple: () => import('./effects/ripple.ts'),
  ripple_canvas: () => import('./effects/ripple-canvas.ts'),
} as const satisfies Readonly<Record<string, () => Promise<EffectModule>>>;

export type DrawnEffect = keyof typeof LOADERS;

export const loadEffect = (name: DrawnEffect): Promise<EffectModule> => LOADERS[name]();
