import Sequencer from '@jest/test-sequencer';

/** Small files that take long: they drive browsers, start processes, or run programs and models. */
const IS_LONG =
  /\/test\/(?:e2e|product|adapters\/(?:code|documents|embeddings|ocr|backup)|adapters\/sql\/(?:backup|migrations))\b/;

/**
 * Jest starts with the longest files it remembers, else the largest. On a clean clone slow files must not come last.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path, duration }) => duration === undefined && IS_LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
