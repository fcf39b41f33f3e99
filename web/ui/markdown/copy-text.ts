/** For pages without https: copies a hidden selection. It is made in the open dialog: nothing behind one takes it. */
const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  ([...document.querySelectorAll('dialog[open]')].pop() ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  try {
    // Firefox says that it copied where nothing is selected too.
    return document.activeElement === area && document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
};

/** Puts text on the clipboard; false when the browser allows neither way. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};
