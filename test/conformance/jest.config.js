import config from '../../jest.config.js';

const [server] = config.projects;
const { globalSetup: _, globalTeardown: __, ...shared } = server;

/** The suites against real services: no part of `npm test`, as each needs a service that somebody started. */
export default {
  ...shared,
  rootDir: '../..',
  displayName: 'conformance',
  testTimeout: 60_000,
  testMatch: ['<rootDir>/test/conformance/*.suite.ts'],
};
