// Owns: what the titles and statuses of tests say about the lists in docs/spec: which ids are proven,
// which are not, and which citations are wrong.
// Refuses: to run tests and to read files; text and results come in by the door.

/** The lists, in the order in which they are told. */
export const LISTS = [
  { name: 'scenarios', file: 'scenarios.md' },
  { name: 'fieldCases', file: 'field-cases.md' },
  { name: 'sinkChecklist', file: 'sink-checklist.md' },
];

// Rules (K4) may stand among the ids; both are capitals and digits.
const cited = /^[A-Z][A-Z0-9_-]*\d$/;
const ofLists = /^(S\d|(FC|CL)[-_]?[A-Z]?\d)/;
const row = /^\|([^|]*)\|([^|]*)\|([^|]*)\|\s*$/;

/** The rows of a Markdown table: id, what must hold, and why it does not apply, if it does not. */
export function readList(markdown) {
  const rows = [];
  for (const line of markdown.split('\n')) {
    const [, id, holds, remark] = (row.exec(line) ?? []).map((cell) => cell.trim());
    if (id === undefined || !ofLists.test(id)) continue;
    rows.push({ id, holds, notApplicable: notApplicable(id, remark) });
  }
  return rows;
}

function notApplicable(id, remark) {
  if (remark === '') return undefined;
  const [, reason] = /^not applicable: (.+)$/.exec(remark) ?? [];
  if (reason === undefined) throw new Error(`${id}: the remark "${remark}" gives no reason`);
  return reason;
}

/** The ids and rules before the colon of a title: `S42, T4: ...` cites two. */
export function citations(title) {
  const words = headOf(title);
  return title.includes(':') && words.every((word) => cited.test(word)) ? words : [];
}

const headOf = (title) => title.split(':')[0].split(/[\s,]+/);

/** True where ids were meant to be cited, and something among them is none. */
function citesBadly(title) {
  const [first, ...others] = headOf(title);
  if (citations(title).length > 0) return false;
  const begins = ofLists.test(first) || (cited.test(first) && title.includes(':'));
  return begins && [first, ...others].some((word) => ofLists.test(word));
}

/** The ids of the lists that a title cites. */
const idsOf = (title) => citations(title).filter((word) => ofLists.test(word));

const cites = (title) => idsOf(title).length > 0;

/**
 * Judges the lists, each `{ name, rows }`, by tests, each `{ title, status, file }`. An id is proven
 * when a test cites it and every test that does has passed.
 */
export function judge(lists, tests) {
  const statuses = statusesById(tests);
  const rows = lists.flatMap((list) => list.rows);
  const verdicts = lists.map((list) => [list.name, verdictOf(list.rows, statuses)]);
  const failures = tests.filter(({ title, status }) => status === 'failed' && cites(title));
  return { verdicts: Object.fromEntries(verdicts), faults: faultsOf(rows, tests), failures };
}

function statusesById(tests) {
  const statuses = new Map();
  for (const { title, status } of tests) {
    for (const id of idsOf(title)) statuses.set(id, [...(statuses.get(id) ?? []), status]);
  }
  return statuses;
}

function verdictOf(rows, statuses) {
  const ids = (which) => rows.filter(which).map(({ id }) => id);
  const applies = ({ notApplicable }) => notApplicable === undefined;
  const of = ({ id }) => statuses.get(id) ?? [];
  const passes = (item) => of(item).length > 0 && of(item).every((status) => status === 'passed');
  return {
    total: rows.length,
    passing: ids((item) => applies(item) && passes(item)).length,
    missing: ids((item) => applies(item) && !passes(item)),
    failing: ids((item) => applies(item) && of(item).includes('failed')),
    notApplicable: ids((item) => !applies(item)),
  };
}

// Each would otherwise count for nothing in silence, or for more than it should.
function faultsOf(rows, tests) {
  const known = new Map(rows.map((item) => [item.id, item]));
  const faults = [];
  const seen = new Set();
  for (const { id } of rows) {
    if (seen.has(id)) faults.push(`${id} stands twice in the lists`);
    seen.add(id);
  }
  for (const { title, file } of tests) {
    for (const id of idsOf(title)) {
      const item = known.get(id);
      if (item === undefined) faults.push(`${file}: no list has ${id}, which "${title}" cites`);
      else if (item.notApplicable) faults.push(`${file}: ${id} is not applicable, and is cited`);
    }
    if (citesBadly(title)) {
      faults.push(`${file}: "${title}" cites nothing: before the colon stand ids alone`);
    }
  }
  return [...new Set(faults)];
}
