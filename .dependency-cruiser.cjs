// Owns: which way imports may go (DESIGN section 1). Types count as much as values, for a circle of
// types is a circle of ideas; only the rules on rxjs and xstate look at run time alone.
// Tests may import across the rooms of their package, and the internals of core.
const { join } = require('node:path');

// Tests, and the fixtures that they share.
const test = '\\.(test|fixture)\\.ts$';
const core = '^packages/core/src/';
const room = (name) => `^packages/core/src/${name}/`;

// A room may import itself and those beneath it; `below` says which these are.
const river = [
  { name: 'model', below: [] },
  { name: 'api', below: ['model'] },
  { name: 'plan', below: ['model'] },
  { name: 'runtime', below: ['model', 'plan'] },
  { name: 'state', below: ['model'] },
  { name: 'host', below: ['model', 'plan', 'runtime', 'state'] },
  { name: 'outlet', below: ['model', 'api', 'plan', 'runtime', 'state', 'host'] },
];

// The runtime's own order, from the bottom. Rooms of one level do not know each other. Each is a
// folder (runtime/channel/) or a file (runtime/channel.ts).
const levels = [
  ['mailbox', 'timer', 'channel', 'call', 'keyed-state', 'watermark'],
  ['operator'],
  ['window', 'process', 'join', 'async', 'source', 'door', 'sink', 'exchange'],
  ['chain'],
  ['task', 'checkpoint'],
  ['executor'],
];
const part = (names) => `^packages/core/src/runtime/(${names.join('|')})(/|\\.)`;

const riverRules = river.map(({ name, below }) => ({
  name: `river-${name}`,
  comment: `${name}/ may import only ${[name, ...below].join(', ')}.`,
  severity: 'error',
  from: { path: room(name), pathNot: test },
  to: { path: core, pathNot: [name, ...below].map(room) },
}));

const runtimeRules = levels.flatMap((names, level) =>
  names.map((name) => ({
    name: `runtime-${name}`,
    comment: `runtime/${name} may import only the levels beneath it.`,
    severity: 'error',
    from: { path: part([name]), pathNot: test },
    to: { path: room('runtime'), pathNot: part([name, ...levels.slice(0, level).flat()]) },
  })),
);

const only = (library, parts) => ({
  name: `run-time-${library}`,
  comment: `${library} is to be replaceable: only ${parts.join(' and ')} import it at run time.`,
  severity: 'error',
  from: {
    path: '^packages/(core|dynamodb|files|testing)/',
    pathNot: [test, ...parts.map((name) => `^packages/core/src/${name}(/|\\.)`)],
  },
  to: { path: `node_modules/${library}/`, dependencyTypesNot: ['type-only'] },
});

const packageRules = [
  {
    name: 'core-knows-no-package',
    comment: 'Core is the bottom of the workspace.',
    severity: 'error',
    from: { path: '^packages/core/', pathNot: test },
    to: { path: '^packages/(?!core/)' },
  },
  {
    name: 'core-by-its-doors',
    comment: 'Other packages import core by its entry points.',
    severity: 'error',
    from: { path: '^packages/(?!core/)' },
    to: { path: '^packages/core/', pathNot: `${core}(index|connector|internal)\\.ts$` },
  },
  {
    name: 'connector-doors',
    comment: 'Connectors import @millrace/core and @millrace/core/connector, and no other package.',
    severity: 'error',
    from: { path: '^packages/(dynamodb|files)/', pathNot: test },
    to: {
      path: '^packages/',
      pathNot: ['^packages/$1/', `${core}(index|connector)\\.ts$`, '/node_modules/'],
    },
  },
  {
    name: 'internal-is-for-testing',
    comment: '@millrace/core/internal is for packages/testing, tests and bench alone.',
    severity: 'error',
    from: { path: '^packages/', pathNot: [test, '^packages/(testing|bench)/'] },
    to: { path: `${core}internal\\.ts$` },
  },
  {
    name: 'simulator-stands-beside',
    comment: 'What users ship must not know its simulator.',
    severity: 'error',
    from: { path: '^packages/dynamodb/src/', pathNot: test },
    to: { path: '^packages/dynamodb/simulator/' },
  },
  {
    name: 'node-only-in-host',
    comment: 'Core meets Node.js in host/ alone.',
    severity: 'error',
    from: { path: core, pathNot: [test, room('host')] },
    to: { dependencyTypes: ['core'] },
  },
];

// Streams are the one circle: a verb of one leads to another, and together they would fill a file twice.
const streams =
  '^packages/core/src/api/([a-z-]*stream|connected-streams|connected-place|joins/.+|windows/windowed-stream)\\.ts$';

const hygieneRules = [
  { name: 'no-circles', severity: 'error', from: { pathNot: streams }, to: { circular: true } },
  { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'tests-are-leaves',
    severity: 'error',
    from: {},
    to: { path: '\\.test\\.ts$' },
  },
  {
    name: 'fixtures-are-for-tests',
    severity: 'error',
    from: { pathNot: test },
    to: { path: '\\.fixture\\.ts$' },
  },
  {
    name: 'no-dev-dependency-at-run-time',
    comment: 'A published package must list what it loads as dependency or peer.',
    severity: 'error',
    from: { path: '^packages/(core|dynamodb|files|testing)/', pathNot: test },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only', 'npm-peer'],
    },
  },
  {
    name: 'runtime-has-an-order',
    comment: 'Give the file a place in the levels of this configuration.',
    severity: 'error',
    from: {},
    to: { path: room('runtime'), pathNot: [part(levels.flat()), 'runtime/index\\.ts$', test] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...riverRules,
    ...runtimeRules,
    only('rxjs', ['runtime/chain', 'host']),
    only('xstate', ['runtime/sink', 'host']),
    ...packageRules,
    ...hygieneRules,
  ],
  options: {
    exclude: { path: ['^packages/[^/]+/dist/', '^packages/eslint\\.config'] },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'packages', 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@millrace/source', 'import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
