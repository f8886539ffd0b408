import { Mailbox } from './mailbox.js';

function boxOf(): { box: Mailbox; read: string[]; wakes: () => number } {
  let wakes = 0;
  const read: string[] = [];
  const box = new Mailbox(() => {
    wakes += 1;
  });
  return { box, read, wakes: () => wakes };
}

describe('Mailbox', () => {
  it('E2: posting only wakes; a step delivers, in the order of posting', () => {
    const { box, read, wakes } = boxOf();
    for (const name of ['a', 'b']) box.post({ name, deliver: () => read.push(name) });
    expect(read).toEqual([]);
    expect(wakes()).toBe(2);
    expect(box.deliver(10)).toBe(2);
    expect(read).toEqual(['a', 'b']);
    expect(box.isEmpty()).toBe(true);
  });

  it('E4: delivers no more than it is told, and keeps the rest in order', () => {
    const { box, read } = boxOf();
    for (let i = 0; i < 7; i++) box.post({ name: 'm', deliver: () => read.push(String(i)) });
    const counts = [box.deliver(3), box.deliver(3), box.deliver(3), box.deliver(3)];
    expect(counts).toEqual([3, 3, 1, 0]);
    expect(read.join('')).toBe('0123456');
  });

  it('E4: a mail that posts another is followed by it in the next step, not in this one', () => {
    const { box, read } = boxOf();
    const again = { name: 'again', deliver: () => (read.push('x'), box.post(again)) };
    box.post(again);
    expect(box.deliver(1_000)).toBe(1);
    expect(box.isEmpty()).toBe(false);
    for (let step = 0; step < 10_000; step++) box.deliver(1_000);
    expect(read).toHaveLength(10_001);
  });

  it('goes on after a mail that threw', () => {
    const { box, read } = boxOf();
    const deliver = (): never => {
      throw new Error('broken');
    };
    box.post({ name: 'bad', deliver });
    box.post({ name: 'good', deliver: () => read.push('good') });
    expect(() => box.deliver(10)).toThrow('broken');
    expect(box.deliver(10)).toBe(1);
    expect(read).toEqual(['good']);
  });

  it('accepts and delivers nothing once closed', () => {
    const { box, read, wakes } = boxOf();
    box.post({ name: 'before', deliver: () => read.push('before') });
    box.close();
    box.post({ name: 'after', deliver: () => read.push('after') });
    expect(box.deliver(10)).toBe(0);
    expect(read).toEqual([]);
    expect(wakes()).toBe(1);
    expect(box.isEmpty()).toBe(true);
  });
});
