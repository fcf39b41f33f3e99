const CONTROLS = 'input, select, textarea, button, h3';

const nameOf = (element: Element): string => {
  const named = element.getAttribute('aria-label');
  if (named !== null) return named;
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
  // Its first text: it may go on, as with "(optional)".
  const label = labels?.[0]?.firstChild?.textContent ?? (element.matches('h3, button') ? element.textContent : '');
  return label.trim();
};

/** The field of that name, else the card. */
const findNamed = (content: Element, name: string): HTMLElement | null => {
  const found = [...content.querySelectorAll<HTMLElement>(CONTROLS)].filter((element) => nameOf(element) === name);
  return found.find((element) => !element.matches('h3')) ?? found[0] ?? null;
};

const focusOn = (element: HTMLElement): void => {
  const target = element.matches('h3') ? (element.closest('section') ?? element) : element;
  if (target !== element) target.tabIndex = -1;
  target.scrollIntoView({ block: element.matches('h3') ? 'start' : 'center' });
  target.focus({ preventScroll: true });
};

/** Brings a field or card into sight and focuses it, as soon as it is there. Answers what gives up waiting. */
export const focusSetting = (content: Element, name: string, onFound: () => void): (() => void) => {
  const attempt = (): boolean => {
    const element = findNamed(content, name);
    if (!element) return false;
    focusOn(element);
    onFound();
    return true;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) observer.disconnect();
  });
  observer.observe(content, { childList: true, subtree: true });
  return () => observer.disconnect();
};
