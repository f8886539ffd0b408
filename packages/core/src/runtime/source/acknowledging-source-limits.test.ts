import { acknowledgingSourceLimits } from './acknowledging-source-limits.js';
import { acknowledgingSource } from './acknowledging-source.js';

it('fills in defaults, by which a hold can be extended twice before it is over', () => {
  const { holdMs, extendHoldEveryMs } = acknowledgingSourceLimits();
  expect(2 * extendHoldEveryMs).toBeLessThan(holdMs);
  expect(acknowledgingSourceLimits({ holdMs: 900 })).toMatchObject({
    holdMs: 900,
    extendHoldEveryMs: 300,
    receiveMessagesMax: 10,
  });
  expect(acknowledgingSourceLimits({ holdMs: 900, extendHoldEveryMs: 100 })).toMatchObject({
    extendHoldEveryMs: 100,
  });
});

it.each<[string, object, string]>([
  ['none', { receiveMessagesMax: 0 }, 'receiveMessagesMax is 0; it must be a whole number, one or'],
  [
    'less than none',
    { releaseDelayMs: -1 },
    'releaseDelayMs is -1; it must be a whole number, zero',
  ],
  ['no number', { holdMs: Number.NaN }, 'is NaN; it must be a whole number, one or more'],
  ['spelt wrong', { holdMS: 5 }, 'no option "holdMS"; did you mean "holdMs"?'],
  ['an extension too late', { extendHoldEveryMs: 30_000 }, 'every hold would run out before it is'],
  [
    'a backoff that shrinks',
    { backoffMsMin: 9_000 },
    'backoffMsMin (9000) is more than backoffMsMax',
  ],
])('refuses %s', (_, limits, sentence) => {
  const make = () => acknowledgingSourceLimits(limits);
  expect(make).toThrow(sentence);
});

it('refuses limits that did not come through the door', () => {
  const limits = { ...acknowledgingSourceLimits(), closeMsMax: 0.5 };
  const spec: unknown = { name: 'q', limits };
  const make = () => acknowledgingSource(spec as Parameters<typeof acknowledgingSource>[0]);
  expect(make).toThrow(expect.objectContaining({ code: 'SOURCE_LIMITS_INVALID' }) as Error);
});
