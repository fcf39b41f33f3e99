import { isMoonshot } from './limits.ts';

/** Model ids may be longer than a counter's name; the end of an id is what tells models apart. */
const MODEL_CHARACTERS = 100;

/*
 * What is counted for a person. The page's usage, the limits and the features that charge (agents, vision) meet at
 * these names; `Quotas` keeps the counts.
 */

/** Messages by day. */
export const messagesOf = (uid: string): string => `messages:${uid}`;

/** Messages with `moonshotai/*` models by day. */
export const moonshotMessagesOf = (uid: string): string => `moonshot:${uid}`;

/** Messages with one model by day. */
export const modelMessagesOf = (uid: string, model: string): string =>
  isMoonshot(model) ? moonshotMessagesOf(uid) : `model:${uid}:${model.slice(-MODEL_CHARACTERS)}`;

/** Messages since the account began, under the period `FOREVER`. */
export const lifetimeMessagesOf = (uid: string): string => `lifetime:${uid}`;

/** The same with one model. */
export const modelLifetimeOf = (uid: string, model: string): string =>
  `lifetime:${uid}:${model.slice(-MODEL_CHARACTERS)}`;

/** Requests to agents by day. */
export const agentRequestsOf = (uid: string): string => `agent:${uid}`;

/** Images looked at, by day and by month. */
export const visionImagesOf = (uid: string): string => `vision:${uid}`;

/** Files that were handed over to be embedded, by day. */
export const embeddedFilesOf = (uid: string): string => `embedded-files:${uid}`;
