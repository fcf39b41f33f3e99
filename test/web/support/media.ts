/** A window whose media queries hold by a word in them, such as `reduce` or `767px`. */
export const fakeMedia = (...holding: string[]) => {
  let words = holding;
  const listeners = new Set<() => void>();
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({
      matches: words.some((word) => query.includes(word)),
      addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    }),
  });
  return {
    set: (...next: string[]) => {
      words = next;
    },
    /** The same, and the page hears of it. */
    change: (...next: string[]) => {
      words = next;
      for (const listener of listeners) listener();
    },
    restore: () => {
      Reflect.deleteProperty(window, 'matchMedia');
    },
  };
};
