/**
 * Replaces what stands in a box, as typing does it, so that the browser can undo it. Where it cannot, the text is set
 * and told as input.
 */
export const replaceText = (box: HTMLTextAreaElement, text: string): void => {
  box.focus({ preventScroll: true });
  box.select();
  if (document.execCommand?.('insertText', false, text) === true) return;
  box.setRangeText(text, 0, box.value.length, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
};
