/**
 * Owns: workload (a) in Node's streams, in object mode, with their default high-water mark.
 * Refuses: `Readable.map` and `Readable.filter`, which are twenty times slower than two transforms.
 */
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ChainCase } from '../chain-case.js';
import { NUMBERS } from './numbers-workload.js';

export const numbersNode: ChainCase = { run, runUnlike: undefined };

async function run(): Promise<number> {
  const sum = new Float64Array(1);
  await pipeline(numbers(), doubled(), kept(), into(sum));
  return sum[0]!;
}

function numbers(): Readable {
  let next = 0;
  return new Readable({
    objectMode: true,
    read() {
      this.push(next < NUMBERS ? next++ : null);
    },
  });
}

function doubled(): Transform {
  return new Transform({
    objectMode: true,
    transform(x: number, _encoding, callback) {
      callback(null, x * 2 + 1);
    },
  });
}

function kept(): Transform {
  return new Transform({
    objectMode: true,
    transform(x: number, _encoding, callback) {
      if (x % 3 !== 0) callback(null, x);
      else callback();
    },
  });
}

function into(sum: Float64Array): Writable {
  return new Writable({
    objectMode: true,
    write(x: number, _encoding, callback) {
      sum[0]! += x;
      callback();
    },
  });
}
