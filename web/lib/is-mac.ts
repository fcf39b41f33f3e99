/** Where Command is what Control is elsewhere. */
export const isMac = (): boolean => /Mac|iP(?:hone|ad)/.test(navigator.userAgent);
