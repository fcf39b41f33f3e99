// Three projects: the server's code in node, the page's code in jsdom, the built product in a browser. ESM throughout,
// so no jest.mock: fakes go in through ports.
const swc = (syntax) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: syntax === 'tsx' },
      transform: { react: { runtime: 'automatic' } },
      // Jest wants to hear that a JSON file is one.
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx$': swc('tsx'), '^.+\\.ts$': swc('ts') },
};

export default {
  // Nothing is timed here: a busy machine may take its time.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/sequencer.js',
  projects: [
    {
      ...shared,
      displayName: 'server',
      globalSetup: '<rootDir>/test/support/global-setup.js',
      globalTeardown: '<rootDir>/test/support/global-teardown.js',
      testEnvironment: '<rootDir>/test/support/environment.js',
      runtime: '<rootDir>/test/support/shared-runtime.cjs',
      moduleNameMapper: { '^\\.[./]*(?:platform/)?worker-entry\\.ts$': '<rootDir>/test/support/worker-entry.ts' },
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/web/', '<rootDir>/test/e2e/'],
    },
    {
      ...shared,
      displayName: 'web',
      transform: { ...shared.transform, '/web/messages/.+\\.json$': '<rootDir>/test/web/messages.js' },
      testEnvironment: '<rootDir>/test/web/environment.js',
      runtime: '<rootDir>/test/web/page-runtime.cjs',
      testMatch: ['<rootDir>/test/web/**/*.test.ts', '<rootDir>/test/web/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/test/web/setup.ts'],
      moduleNameMapper: {
        // One file in place of some thousand: each of them would be a module to link in every test file.
        '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
        '\\.module\\.css$': '<rootDir>/test/web/css-module.js',
        '\\.css$': '<rootDir>/test/web/empty.js',
      },
    },
    {
      ...shared,
      displayName: 'browser',
      testEnvironment: '<rootDir>/test/support/environment.js',
      runtime: '<rootDir>/test/support/shared-runtime.cjs',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
    },
  ],
};
