// Modules of the product and of packages are linked and run once per worker, not once per test file;
// test/support/environment.js keeps their globals. Modules under test/ are each file's own: what they hold at
// their top is never shared.
const { join, sep } = require('node:path');
const { pathToFileURL } = require('node:url');

const LinkingRuntime = require('./linking-runtime.cjs');

const kept = new WeakMap();

/** Whether a module is in the folder, by its path or address. */
const within = (folder) => {
  const path = folder + sep;
  const { href } = pathToFileURL(path);
  return (key) => key.startsWith(path) || key.startsWith(href);
};

module.exports = class SharedRuntime extends LinkingRuntime {
  constructor(config, environment, ...rest) {
    const known = kept.get(environment);
    if (known) {
      known.begin(rest[4]);
      return known;
    }
    super(config, environment, ...rest);
    this.isOfTests = within(join(config.rootDir, 'test'));
    if (environment.isKept) kept.set(environment, this);
  }

  begin(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
  }

  /** Whether the module is one file's own. */
  isOfFile(key) {
    return this.isOfTests(key) || key.includes('@jest/');
  }

  teardown() {
    if (!kept.has(this._environment)) {
      super.teardown();
      return;
    }
    this.restoreAllMocks();
    this.forgetFile();
    this.testState.teardown();
  }

  forgetFile() {
    const { esModuleRegistry, internalModuleRegistry, moduleRegistry } = this.registries;
    for (const registry of [esModuleRegistry, moduleRegistry])
      for (const key of registry.keys()) if (this.isOfFile(key)) registry.delete(key);
    internalModuleRegistry.clear();
    this.testMainModule.reset();
    this.mockState.clear();
    this.jestGlobals.clearJestObjectCache();
    this.loggedReferenceErrors.clear();
  }
};
module.exports.default = module.exports;
module.exports.within = within;
