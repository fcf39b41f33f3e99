/** The pauses of a sign-in, in milliseconds. */
export const TRANSITION_MS = { history: 500, end: 250, stuck: 5000, historyWait: 3000 } as const;
