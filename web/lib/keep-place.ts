const scrollerOf = (element: Element | undefined): Element | null => {
  for (let one = element?.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return null;
};

/** Where one reads first, and what stands below and above it: what is drawn anew itself says nothing. */
const READ_AT = [0.33, 0.45, 0.57, 0.69, 0.21];

/** A box around several of them begins above what grows. */
const LINES = 'p, li, h1, h2, h3, h4, h5, h6, pre, td, th';

/** What is read stays where it is in the window, whatever the page draws anew until the next frame. */
export const keepPlace = (): void => {
  const read = READ_AT.flatMap((part) => {
    const element = document.elementFromPoint(window.innerWidth / 2, window.innerHeight * part)?.closest(LINES);
    return element ? [{ element, top: element.getBoundingClientRect().top }] : [];
  });
  const scroller = scrollerOf(read[0]?.element);
  if (!scroller) return;
  requestAnimationFrame(() => {
    const place = read.find(({ element }) => scroller.contains(element));
    if (!place) return;
    scroller.scrollTop += place.element.getBoundingClientRect().top - place.top;
    // Who puts turns in their places in this frame still has to know where the reader is.
    scroller.dispatchEvent(new Event('scroll'));
  });
};
