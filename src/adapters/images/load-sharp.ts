import type Sharp from 'sharp';

let loaded: Promise<typeof Sharp> | undefined;

const load = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

/** Loaded with the first image; no cache, one core. */
export const loadSharp = (): Promise<typeof Sharp> => (loaded ??= load());
