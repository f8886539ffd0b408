import { listState, mapState, valueState, type StateOptions } from '../index.js';

describe('states', () => {
  it.each<[string, unknown, string]>([
    [
      'no whole number',
      { ttl: { ttlMs: 1.5 } },
      'a ttlMs of 1.5; use a whole number of milliseconds, 1 or more',
    ],
    ['nothing', { ttl: { ttlMs: 0 } }, 'a ttlMs of 0'],
    ['no end', { ttl: { ttlMs: Infinity } }, 'a ttlMs of Infinity'],
    [
      'no such touch',
      { ttl: { ttlMs: 1, update: 'read' } },
      'the update "read"; use create-and-write or read-and-write',
    ],
    ['no such visibility', { ttl: { ttlMs: 1, visibility: 'all' } }, 'the visibility "all"'],
  ])('refuses a TTL that is %s', (_, options, sentence) => {
    const make = (): unknown => valueState(options as StateOptions);
    expect(make).toThrow(expect.objectContaining({ code: 'STATE_TTL_INVALID' }));
    expect(make).toThrow(`the ttl of valueState has ${sentence}`);
  });

  it('refuses options that no state has', () => {
    expect(() => listState({ tl: { ttlMs: 1 } } as StateOptions)).toThrow(
      'listState has no option "tl"; did you mean "ttl"?',
    );
    const ttl = { ttlMs: 1, updates: 'read-and-write' };
    expect(() => mapState({ ttl })).toThrow('the ttl of mapState has no option "updates"');
  });
});
