import { median } from './median.js';

describe('the median', () => {
  it('is the figure in the middle by size, and leaves the figures where they are', () => {
    const figures = [30, 9, 100];
    expect(median(figures)).toBe(30);
    expect(figures).toEqual([30, 9, 100]);
  });

  it('is the upper of the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(3);
  });

  it('is no number where there are no figures', () => {
    expect(median([])).toBeNaN();
  });
});
