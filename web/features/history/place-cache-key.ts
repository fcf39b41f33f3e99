/** Under which the last pin or archiving is known to all of the page. */
export const PLACE_CACHE_KEY = 'place-chat';
