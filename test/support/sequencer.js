import Sequencer from '@jest/test-sequencer';

/** Their files are short and they take long: they drive browsers and start processes. */
const IS_LONG = /\/test\/(?:e2e|product)\//;

/** jest begins with the longest files it remembers, else with the largest. On a clean clone it remembers none, and what takes long must not come last. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path, duration }) => duration === undefined && IS_LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
