import type { Address } from '../router/address.ts';

/** Where the archived chats are. */
export const ARCHIVE: Address = { at: 'settings', section: 'archive' };
