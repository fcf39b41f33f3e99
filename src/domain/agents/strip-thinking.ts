const OPEN_TAG = '<think>';
const CLOSE_TAG = '</think>';

/** Removes `<think>` blocks; an unclosed one stays. */
export const stripThinking = (text: string): string => {
  let stripped = '';
  let from = 0;
  for (let open = text.indexOf(OPEN_TAG); open >= 0; open = text.indexOf(OPEN_TAG, from)) {
    const close = text.indexOf(CLOSE_TAG, open + OPEN_TAG.length);
    if (close < 0) break;
    stripped += text.slice(from, open);
    from = close + CLOSE_TAG.length;
  }
  return stripped + text.slice(from);
};
