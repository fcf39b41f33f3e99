/** Of an account: a list of all of them comes with the first page of chats. */
export const MAX_PINNED_CHATS = 50;
