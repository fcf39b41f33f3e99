/** Whether a media query matches; false if the browser has none. */
export const matchesMedia = (query: string): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia(query).matches;

/** True when the person asked for less motion: typing, gliding and blinking then happen at once or not at all. */
export const prefersReducedMotion = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)');

/** Under 768 px, where the sidebar lies over the page. */
export const isPhone = (): boolean => matchesMedia('(max-width: 767px)');
