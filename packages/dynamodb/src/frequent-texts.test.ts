import { FrequentTexts } from './frequent-texts.js';

function counted(placesMax: number, texts: readonly string[]): FrequentTexts {
  const frequent = new FrequentTexts(placesMax);
  for (const text of texts) frequent.add(text);
  return frequent;
}

describe('the most frequent texts', () => {
  it('are counted exactly while there are places, the most frequent first', () => {
    const texts = ['b', 'a', 'c', 'a', 'a', 'b'];
    expect(counted(3, texts).ranked()).toEqual([
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ]);
  });

  it('stay among the places when a thousand others pass', () => {
    const texts = Array.from({ length: 3_000 }, (_, at) =>
      at % 3 === 0 ? 'hot' : `cold ${String(at)}`,
    );
    const ranked = counted(5, texts).ranked();
    expect(ranked).toHaveLength(5);
    expect(ranked[0]?.[0]).toBe('hot');
    expect(ranked[0]?.[1]).toBeGreaterThanOrEqual(1_000);
  });
});
