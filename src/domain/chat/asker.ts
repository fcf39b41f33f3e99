import type { Asker } from './ports.ts';

/** The owner under which an asker's replies are kept. */
export const ownerOf = (asker: Asker): string =>
  asker.kind === 'user' ? `user:${asker.uid}` : `visitor:${asker.session}`;
