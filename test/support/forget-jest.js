/** What Jest leaves on the global object for the rest of a file: its state, handlers, and a changed time limit. */
const OF_JEST = /^(?:JEST_|EVENT_HANDLERS|RETRY_|TEST_TIMEOUT|WAIT_BEFORE_RETRY|LOG_ERRORS)/;

/** Cannot be deleted; Jest fills it again for each file. */
const MATCHERS = Symbol.for('$$jest-matchers-object');

/** Takes from a context that is kept what Jest put there for one test file. */
export const forgetJest = (global) => {
  for (const symbol of Object.getOwnPropertySymbols(global))
    if (OF_JEST.test(symbol.description)) Reflect.deleteProperty(global, symbol);
  const added = global[MATCHERS];
  for (const name of Object.keys(added?.matchers ?? {})) Reflect.deleteProperty(added.matchers, name);
  added?.customEqualityTesters.splice(0);
};
