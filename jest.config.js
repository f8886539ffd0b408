// The SDK warns of Node.js 20 once per process; among test results that is noise.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // Packages of the workspace are tested from their sources, never from a build that may be old.
  testEnvironmentOptions: { customExportConditions: ['@millrace/source', 'node', 'node-addons'] },
  roots: ['<rootDir>/packages'],
  testMatch: ['**/*.test.ts'],
  // Type tests are proven by tsc, which `npm test` runs before Jest.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.type\\.test\\.ts$'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/.ci/seeded-fast-check.cjs',
  },
  transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/packages/tsconfig.jest.json' }] },
  // A guard against a test that hangs, not a bound on how long one takes: machines are shared.
  testTimeout: 60_000,
  collectCoverage: false,
};
