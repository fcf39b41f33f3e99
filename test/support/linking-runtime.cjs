// Links one import() after the other. Node refuses a module whose dependency another import() is still linking
// ("request for … is not in cache"), which pages that load several parts at once run into while transforms are slow.
const Runtime = require('jest-runtime').default;

const { addConstantGlobals } = require('./constant-globals.cjs');

const linkInTurn = (loader) => {
  const linkAndEvaluate = loader.linkAndEvaluateModule.bind(loader);
  let turn = Promise.resolve();
  loader.linkAndEvaluateModule = async (module) => {
    const before = turn;
    let end;
    turn = new Promise((resolve) => (end = resolve));
    await before;
    const evaluated = linkAndEvaluate(module); // sets the promise of the linking before it waits for anything
    Promise.resolve(loader.linkingMap.get(module)).then(end, end);
    return evaluated;
  };
  return async () => {
    let awaited;
    while (awaited !== turn) await (awaited = turn);
  };
};

module.exports = class LinkingRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    addConstantGlobals(this.esmLoader);
    /** Settles when no module is being linked. */
    this.linked = linkInTurn(this.esmLoader);
  }
};
module.exports.default = module.exports;
