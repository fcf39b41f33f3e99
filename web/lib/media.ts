/** Whether a media query matches; false if the browser has none. */
export const matchesMedia = (query: string): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia(query).matches;

/** True when the person asked for less motion: typing, gliding and blinking then happen at once or not at all. */
export const prefersReducedMotion = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)');

/** The main pointer is a finger, so the keyboard is most likely one on the screen. */
export const TOUCH_QUERY = '(pointer: coarse)';

/** Under 768 px. */
export const PHONE_QUERY = '(max-width: 767px)';

/** Under 768 px, where the sidebar lies over the page. */
export const isPhone = (): boolean => matchesMedia(PHONE_QUERY);
