import { placeInStack, placeOf } from './place.js';

describe('placeInStack', () => {
  it.each([
    ['a named frame', '    at job (/jobs/orders.ts:3:5)', '/jobs/orders.ts:3:5'],
    ['a frame without a name', '    at /jobs/orders.ts:3:5', '/jobs/orders.ts:3:5'],
    ['a method', '    at Jobs.all [as jobs] (/jobs/a.ts:30:5)', '/jobs/a.ts:30:5'],
    ['an ES module', '    at file:///jobs/my%20orders.mjs:3:5', '/jobs/my orders.mjs:3:5'],
    ['a named ES module', '    at job (file:///jobs/o.mjs:3:5)', '/jobs/o.mjs:3:5'],
    ['an asynchronous frame', '    at async /jobs/o.mjs:3:5', '/jobs/o.mjs:3:5'],
    ['a folder in parentheses', '    at job (/jobs (old)/o.ts:3:5)', '/jobs (old)/o.ts:3:5'],
    ['Windows', '    at job (C:\\jobs\\o.ts:3:5)', 'C:\\jobs\\o.ts:3:5'],
    ['an ES module on Windows', '    at file:///C:/jobs/o.mjs:3:5', 'C:/jobs/o.mjs:3:5'],
    ['a frame of nowhere', '    at Array.map (<anonymous>)', undefined],
  ])('reads %s', (_, frame, place) => {
    expect(placeInStack(`Error\n${frame}`)).toBe(place);
  });

  it('reads the first frame, and nothing where there is none', () => {
    expect(placeInStack('Error\n    at a (/a.ts:1:2)\n    at b (/b.ts:3:4)')).toBe('/a.ts:1:2');
    expect(placeInStack('Error')).toBeUndefined();
  });
});

describe('placeOf', () => {
  const verb = (): string | undefined => placeOf(verb);
  const { captureStackTrace, prepareStackTrace, stackTraceLimit } = Error;

  afterEach(() => {
    Object.assign(Error, { captureStackTrace, prepareStackTrace });
    Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: true });
  });

  it('keeps one frame, whatever the limit, and leaves the limit as it was', () => {
    const frames: number[] = [];
    Error.prepareStackTrace = (_, sites) => (frames.push(sites.length), '    at /a.ts:1:2');
    Error.stackTraceLimit = 0;
    expect(verb()).toBe('/a.ts:1:2');
    expect([frames, Error.stackTraceLimit]).toEqual([[1], 0]);
  });

  it('lives with a limit that nobody may change', () => {
    Object.defineProperty(Error, 'stackTraceLimit', { writable: false });
    expect(verb()).toContain('place.test.ts:');
  });

  it('does without where the engine cannot leave out frames, or a stack is no text', () => {
    Error.prepareStackTrace = (_, sites) => sites;
    expect(verb()).toBeUndefined();
    Object.assign(Error, { captureStackTrace: undefined });
    expect(verb()).toBeUndefined();
  });
});
