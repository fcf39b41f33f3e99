import { isMoonshot } from './limits.ts';

/** Model ids may be longer than a key; their ends tell models apart. */
const MAX_MODEL_KEY_LENGTH = 100;

/* The keys of a person's counters in `Quotas`, shared by usage, limits and features. */

/** Per day. */
export const dailyMessagesKey = (uid: string): string => `messages:${uid}`;

/** Per day. */
export const moonshotMessagesKey = (uid: string): string => `moonshot:${uid}`;

/** Per day. */
export const modelMessagesKey = (uid: string, model: string): string =>
  isMoonshot(model) ? moonshotMessagesKey(uid) : `model:${uid}:${model.slice(-MAX_MODEL_KEY_LENGTH)}`;

/** Under the period `FOREVER`. */
export const lifetimeMessagesKey = (uid: string): string => `lifetime:${uid}`;

/** Under the period `FOREVER`. */
export const modelLifetimeKey = (uid: string, model: string): string =>
  `lifetime:${uid}:${model.slice(-MAX_MODEL_KEY_LENGTH)}`;

/** Per day. */
export const agentRequestsKey = (uid: string): string => `agent:${uid}`;

/** Per day and month. */
export const visionImagesKey = (uid: string): string => `vision:${uid}`;

/** Per day. */
export const fileSearchesKey = (uid: string): string => `file-searches:${uid}`;

/** Per day. */
export const embeddedFilesKey = (uid: string): string => `embedded-files:${uid}`;
