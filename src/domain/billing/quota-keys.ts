import { isMoonshot } from './limits.ts';

/** Model ids may be longer than a counter's name; the end of an id is what tells models apart. */
const MAX_MODEL_KEY_LENGTH = 100;

/*
 * What is counted for a person. The page's usage, the limits and the features that charge (agents, vision) meet at
 * these names; `Quotas` keeps the counts.
 */

/** Messages by day. */
export const dailyMessagesKey = (uid: string): string => `messages:${uid}`;

/** Messages with `moonshotai/*` models by day. */
export const moonshotMessagesKey = (uid: string): string => `moonshot:${uid}`;

/** Messages with one model by day. */
export const modelMessagesKey = (uid: string, model: string): string =>
  isMoonshot(model) ? moonshotMessagesKey(uid) : `model:${uid}:${model.slice(-MAX_MODEL_KEY_LENGTH)}`;

/** Messages since the account began, under the period `FOREVER`. */
export const lifetimeMessagesKey = (uid: string): string => `lifetime:${uid}`;

/** The same with one model. */
export const modelLifetimeKey = (uid: string, model: string): string =>
  `lifetime:${uid}:${model.slice(-MAX_MODEL_KEY_LENGTH)}`;

/** Requests to agents by day. */
export const agentRequestsKey = (uid: string): string => `agent:${uid}`;

/** Images looked at, by day and by month. */
export const visionImagesKey = (uid: string): string => `vision:${uid}`;

/** Files that were handed over to be embedded, by day. */
export const embeddedFilesKey = (uid: string): string => `embedded-files:${uid}`;
