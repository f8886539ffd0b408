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
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/packages/tsconfig.jest.json' }] },
  collectCoverage: false,
};
