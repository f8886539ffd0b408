// What counts as proven, and which mistakes are loud. The command runs this before it judges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citations, judge, readList } from './conformance-verdict.mjs';

const markdown = `
# A list

| Id  | What must hold | Remark |
| --- | --- | --- |
| S1  | one holds | |
| S2  | two holds | not applicable: there is no two |
| FC-A04 | four holds | |
`;

const lists = [{ name: 'list', rows: readList(markdown) }];
const passed = (title) => ({ title, status: 'passed', file: 'a.test.ts' });
const verdictOf = (...tests) => judge(lists, tests).verdicts.list;
const faultsOf = (...tests) => judge(lists, tests).faults;

test('rows are read with their reasons', () => {
  assert.deepEqual(readList(markdown), [
    { id: 'S1', holds: 'one holds', notApplicable: undefined },
    { id: 'S2', holds: 'two holds', notApplicable: 'there is no two' },
    { id: 'FC-A04', holds: 'four holds', notApplicable: undefined },
  ]);
  assert.throws(() => readList('| S1 | holds | later |'), /gives no reason/);
});

test('what stands before the colon is cited, and nothing else', () => {
  assert.deepEqual(citations('S42, T4: -1 is in [-5,0)'), ['S42', 'T4']);
  assert.deepEqual(citations('S45 T4: late'), ['S45', 'T4']);
  assert.deepEqual(citations('B1: holds (S1)'), ['B1']);
  assert.deepEqual(citations('drain: S1 flows'), []);
  assert.deepEqual(citations('S1 flows'), []);
});

test('an id is proven by a test that passes', () => {
  assert.deepEqual(verdictOf(passed('S1: holds'), passed('T1: holds')), {
    total: 3,
    passing: 1,
    missing: ['FC-A04'],
    failing: [],
    notApplicable: ['S2'],
  });
});

test('one test that fails or is skipped takes the proof away', () => {
  for (const status of ['failed', 'pending', 'todo']) {
    const verdict = verdictOf(passed('S1: holds'), { ...passed('S1, N1: more'), status });
    assert.equal(verdict.passing, 0);
    assert.deepEqual(verdict.missing, ['S1', 'FC-A04']);
    assert.deepEqual(verdict.failing, status === 'failed' ? ['S1'] : []);
  }
  const broken = { ...passed('S1: breaks'), status: 'failed' };
  const others = [passed('S1: holds'), { ...broken, title: 'cites nothing' }];
  assert.deepEqual(judge(lists, [broken, ...others]).failures, [broken]);
});

test('mistakes are loud', () => {
  assert.deepEqual(faultsOf(passed('S1: holds'), passed('E4: a rule')), []);
  assert.match(faultsOf(passed('S3: holds'))[0], /no list has S3/);
  assert.match(faultsOf(passed('FC-A4: holds'))[0], /no list has FC-A4/);
  assert.match(faultsOf(passed('FC_A04: holds'))[0], /no list has FC_A04/);
  for (const title of ['S1 holds', 'S1 x: holds', 'T1, S1x: holds', 'FC-A04 - holds']) {
    assert.match(faultsOf(passed(title))[0], /cites nothing/);
  }
  assert.deepEqual(faultsOf(passed('CLI: takes words'), passed('holds in S1')), []);
  assert.match(faultsOf(passed('S2: holds'))[0], /S2 is not applicable, and is cited/);
  const twice = [{ name: 'list', rows: readList(`${markdown}| S1 | again | |`) }];
  assert.match(judge(twice, []).faults[0], /S1 stands twice/);
});
