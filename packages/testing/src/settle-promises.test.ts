import { settlePromises } from './settle-promises.js';

describe('settlePromises', () => {
  it('settles a chain of promises of any length', async () => {
    let links = 0;
    const chain = async (): Promise<void> => {
      for (; links < 10_000; links++) await Promise.resolve();
    };
    void chain();
    await settlePromises();
    expect(links).toBe(10_000);
  });

  it('hears no timer and no other part of the world', async () => {
    const heard: string[] = [];
    setImmediate(() => heard.push('immediate'));
    setTimeout(() => heard.push('timeout'), 0);
    await settlePromises(1_000);
    expect(heard).toEqual([]);
  });
});
