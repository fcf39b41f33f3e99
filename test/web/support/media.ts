/** A window whose media queries hold by a word in them, such as `reduce` or `767px`. */
export const fakeMedia = (...holding: string[]) => {
  let words = holding;
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({
      matches: words.some((word) => query.includes(word)),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  return {
    set: (...next: string[]) => {
      words = next;
    },
    restore: () => {
      Reflect.deleteProperty(window, 'matchMedia');
    },
  };
};
