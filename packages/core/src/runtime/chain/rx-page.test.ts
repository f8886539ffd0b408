/** docs/book/rxjs.md: what the page says of each operator of RxJS holds of the real `pipe()`. */
import { Subject } from 'rxjs';
import { collectSink, simulate, verifyOperator, verifyPipe } from '@millrace/testing';
import * as core from '../../index.js';
import { exportedOperators, rowsOfPage } from './rx-page.fixture.js';
import {
  CHANGES_NOTHING,
  FORGETS,
  INPUT,
  REFUSED,
  SILENT,
  WALL_CLOCK,
  WORKS,
  type Numbers,
  type Recipes,
} from './rx-recipes.fixture.js';

type Numbered = core.Stream<number>;

const rows = rowsOfPage();
const recipes: Readonly<Record<string, Recipes>> = {
  works: WORKS,
  'changes nothing': CHANGES_NOTHING,
  forgets: FORGETS,
  silent: SILENT,
  'wall clock': WALL_CLOCK,
  ...REFUSED,
};

/** What a job makes of them. */
async function inJob(operator: Numbers): Promise<readonly unknown[]> {
  const out = collectSink<unknown>();
  const job = core.defineJob('piped', (env) => {
    const numbers = env.fromSource(core.fromArray(INPUT), { uid: 'in' });
    numbers.pipe(operator, { uid: 'pipe' }).sinkTo(out, { uid: 'out' });
  });
  await simulate(job);
  return out.values;
}

/** What RxJS makes of them alone, where they come from outside. */
function alone(operator: Numbers): readonly unknown[] {
  const values: unknown[] = [];
  const numbers = new Subject<number>();
  operator(numbers).subscribe((value) => values.push(value));
  for (const n of INPUT) numbers.next(n);
  numbers.complete();
  return values;
}

const piped = (operator: Numbers) => (numbers: Numbered) => numbers.pipe(operator);
const verified = (operator: Numbers) => () =>
  verifyPipe({ operator: piped(operator), input: INPUT });

describe('the table of docs/book/rxjs.md', () => {
  it('has every operator that RxJS exports, once, and no others', () => {
    const named = rows.flatMap(({ operators }) => operators);
    expect([...named].sort()).toEqual([...exportedOperators()].sort());
    expect(named.length).toBeGreaterThan(100);
  });

  it('says of each what its recipes show, and why', () => {
    const said = rows.flatMap(({ operators, verdicts }) =>
      operators.flatMap((operator) => verdicts.map((verdict) => `${operator}: ${verdict}`)),
    );
    const shown = Object.entries(recipes).flatMap(([verdict, ofVerdict]) =>
      Object.keys(ofVerdict).map((operator) => `${operator}: ${verdict}`),
    );
    expect([...said].sort()).toEqual([...shown].sort());
    expect(rows.filter(({ why }) => why === '')).toEqual([]);
  });

  it('names verbs that there are', () => {
    const verbs = new Set(rows.flatMap((row) => row.verbs));
    expect(verbs.size).toBeGreaterThan(10);
    expect([...verbs].filter((verb) => !verbsOfJobs().has(verb))).toEqual([]);
  });
});

describe('what works', () => {
  it.each(Object.entries(WORKS))('%s does what it does alone', async (_, operator) => {
    const expected = alone(operator);
    expect(await inJob(operator)).toEqual(expected);
    const input = INPUT.map((value) => ({ value }));
    verifyOperator({
      operator: piped(operator),
      input,
      expected: expected.map((value) => ({ value })),
    });
    verified(operator)();
  });

  it.each(Object.entries(CHANGES_NOTHING))('%s changes nothing', async (_, operator) => {
    expect(await inJob(operator)).toEqual(INPUT);
    verified(operator)();
  });
});

describe('what is found by verifyPipe', () => {
  it.each(Object.entries(FORGETS))('%s forgets, and no job says so', async (_, operator) => {
    await inJob(operator);
    expect(verified(operator)).toThrow(expect.objectContaining({ code: 'OPERATOR_DIFFERS' }));
  });

  it.each(Object.entries(SILENT))('%s is silent', async (_, operator) => {
    expect(await inJob(operator)).toEqual([]);
    expect(verified(operator)).toThrow(expect.objectContaining({ code: 'PIPE_SILENT' }));
  });
});

describe('what goes by the wall clock', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(Object.entries(WALL_CLOCK))('%s says what the job does not know', async (_, operator) => {
    const atPace = (stepMs: number): Promise<readonly unknown[]> => {
      let now = 0;
      jest.spyOn(Date, 'now').mockImplementation(() => (now += stepMs));
      return inJob(operator);
    };
    const [slow, fast] = [await atPace(7), await atPace(1_000)];
    expect(slow).toHaveLength(INPUT.length);
    expect(slow).not.toEqual(fast);
  });
});

describe.each(Object.entries(REFUSED))('what a job refuses as %s', (code, ofCode) => {
  it.each(Object.entries(ofCode))('%s', async (_, operator) => {
    await expect(inJob(operator)).rejects.toMatchObject({ code, operator: 'pipe' });
  });
});

/** The methods of all streams, and what is exported beside them. */
function verbsOfJobs(): ReadonlySet<string> {
  const verbs = new Set(Object.keys(core));
  for (const exported of Object.values(core)) {
    if (typeof exported !== 'function') continue;
    let prototype = exported.prototype as object | null;
    for (; prototype && prototype !== Object.prototype;) {
      for (const name of Object.getOwnPropertyNames(prototype)) verbs.add(name);
      prototype = Object.getPrototypeOf(prototype) as object | null;
    }
  }
  return verbs;
}
