const OPEN = '<think>';
const CLOSE = '</think>';

/** What a model said without what it thought aloud; a thought that never ends stays. */
export const withoutThoughts = (said: string): string => {
  let kept = '';
  let from = 0;
  for (let open = said.indexOf(OPEN); open >= 0; open = said.indexOf(OPEN, from)) {
    const close = said.indexOf(CLOSE, open + OPEN.length);
    if (close < 0) break;
    kept += said.slice(from, open);
    from = close + CLOSE.length;
  }
  return kept + said.slice(from);
};
