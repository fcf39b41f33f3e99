/** What an API key may do: use models; read chats; the tools of `/mcp`; everything that a key may do at all. */
export const KEY_SCOPES = ['chat', 'read', 'tools', 'all'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Lifetimes that may be chosen, in days. */
export const KEY_LIFETIMES = [30, 90, 365] as const;
export type KeyLifetime = (typeof KEY_LIFETIMES)[number];

/** Keys of one account. */
export const MAX_API_KEYS = 20;
export const MAX_KEY_NAME = 60;
