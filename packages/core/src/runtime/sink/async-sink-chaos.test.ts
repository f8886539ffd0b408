import { seededRandom } from '@millrace/testing';
import type { MillraceError } from '../../model/error.js';
import type { GiveBackReason, SinkBuffer } from './async-sink-spec.js';
import {
  SinkHarness,
  entryOf,
  fifoOfEntries,
  type Entry,
  type SentCall,
} from './sink-harness.fixture.js';
import { tokenBucket } from './token-bucket.fixture.js';

const SEEDS = 40;
const ACTIONS = 120;
const BAD = 'bad';

const limits = {
  batchEntriesMax: 4,
  bufferRecordsMax: 16,
  inFlightRequestsMax: 3,
  lingerMsMax: 50,
  requestMsMax: 200,
  openMsMax: 2_000,
  backoffMsMin: 10,
  backoffMsMax: 100,
  closeMsMax: 100,
};

/** Watches the buffer: no entry is in flight twice, and each is taken and settled once. */
function watched(inner: SinkBuffer<Entry>, faults: string[]): SinkBuffer<Entry> {
  const flying = new Set<Entry>();
  const settled = new Set<Entry>();
  const land = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      if (!flying.delete(entry)) faults.push(`${entry.id} came back without being in flight`);
    }
  };
  return {
    waiting: () => inner.waiting(),
    inFlight: () => inner.inFlight(),
    replaced: () => inner.replaced(),
    add: (entry) => inner.add(entry),
    hasFullBatch: (batch) => inner.hasFullBatch(batch),
    keys: (keysMax) => inner.keys(keysMax),
    take: (batch) => {
      const taken = inner.take(batch);
      for (const entry of taken) {
        if (flying.has(entry)) faults.push(`${entry.id} is in flight twice`);
        if (settled.has(entry)) faults.push(`${entry.id} was written before`);
        flying.add(entry);
      }
      return taken;
    },
    settle: (entries) => {
      land(entries);
      for (const entry of entries) settled.add(entry);
      inner.settle(entries);
    },
    giveBack: (entries, why: GiveBackReason) => {
      land(entries);
      inner.giveBack(entries, why);
    },
  };
}

class Chaos {
  readonly faults: string[] = [];
  readonly visited = new Set<string>();
  readonly #h: SinkHarness;
  readonly #random;
  readonly #landed = new Set<string>();
  #written = 0;

  constructor(
    readonly seed: number,
    readonly options: { readonly poison: boolean; readonly buffer?: SinkBuffer<Entry> },
  ) {
    this.#random = seededRandom(seed);
    this.#h = new SinkHarness({
      limits,
      random: seededRandom(seed + 1),
      buffer: watched(options.buffer ?? fifoOfEntries(), this.faults),
      heedsAbort: this.#below(2) === 0,
      ...(this.#below(3) === 0 && { limiter: tokenBucket(100, 8) }),
      toEntry: entryOf,
    });
  }

  async run(): Promise<this> {
    this.#h.writer.open();
    for (let i = 0; i < ACTIONS && this.#h.failures.length === 0; i++) {
      await this.#act();
      this.#check();
    }
    if (this.#below(2) === 0) await this.#drain();
    const unwritten = await this.#h.close();
    this.#check();
    this.#expect(unwritten.records === this.#unsettled(), 'the report counts what is left');
    this.#expect(this.#h.clock.armed === 0, 'no timer is left');
    for (const state of this.#h.writer.metrics()['visited'] as readonly string[]) {
      this.visited.add(state);
    }
    return this;
  }

  async #act(): Promise<void> {
    const choice = this.#below(20);
    if (choice < 7) this.#write();
    else if (choice < 12) this.#answer();
    else if (choice < 14) this.#h.deliverOne();
    else if (choice < 17) await this.#h.advance(this.#below(60));
    else if (choice < 19) await this.#h.turn();
    else if (this.#below(20) === 0) this.#h.writer.finish();
  }

  #write(): void {
    const count = Math.min(this.#below(6), this.#h.writer.credit());
    const isBad = this.options.poison && this.#below(30) === 0;
    const values = Array.from({ length: count }, () => `r${String(this.#written++)}`);
    if (isBad && count > 0) values[0] = `${BAD}${String(this.#written)}`;
    this.#h.write(...values);
  }

  // Answers come in any order, late ones too; also to a client that was told to abort.
  #answer(): void {
    const open = this.#h.opens.find(({ answered }) => !answered);
    if (open) {
      if (this.#below(3) === 0) open.refuse('transient');
      else open.resolve();
      return;
    }
    const waiting = this.#h.sent.filter(({ answered }) => !answered);
    const call = waiting[this.#below(waiting.length)];
    if (call) this.#answerWith(call, this.#below(10));
  }

  #answerWith(call: SentCall, choice: number): void {
    if (call.ids.some((id) => id.startsWith(BAD))) call.refuse('poison');
    else if (choice < 5) this.#land(call, []);
    else if (choice < 7) this.#land(call, [...call.ids].reverse().slice(this.#below(4)));
    else call.refuse((['throttled', 'transient', 'ambiguous'] as const)[choice - 7]!);
  }

  #land(call: SentCall, unprocessed: readonly string[]): void {
    call.reply(...unprocessed);
    for (const id of call.ids) if (!unprocessed.includes(id)) this.#landed.add(id);
  }

  /** Everything is answered well: the sink must come to its end. */
  async #drain(): Promise<void> {
    this.#h.writer.finish();
    for (let i = 0; i < 500 && !this.#hasEnded(); i++) {
      const open = this.#h.opens.find(({ answered }) => !answered);
      open?.resolve();
      for (const call of this.#h.pending) this.#answerWith(call, 0);
      await this.#h.advance(20);
      this.#check();
    }
    this.#expect(this.#hasEnded(), 'it ends');
    const missing = this.#h.metric('written') - this.#landed.size;
    this.#expect(missing <= 0, 'what counts as written has landed');
    this.#expect(this.#h.failures.length > 0 || this.#unsettled() === 0, 'all is written');
  }

  #hasEnded(): boolean {
    return this.#h.writer.finished() || this.#h.failures.length > 0;
  }

  #unsettled(): number {
    return this.#h.metric('buffered') + this.#h.metric('inFlight');
  }

  #check(): void {
    const { metric } = { metric: (name: string) => this.#h.metric(name) };
    const accounted = metric('written') + metric('replaced') + this.#unsettled();
    this.#expect(accounted === metric('accepted'), 'N1: the counts add up');
    this.#expect(this.#unsettled() <= limits.bufferRecordsMax, 'the buffer keeps its bound');
    this.#expect(this.#h.pending.length <= limits.inFlightRequestsMax, 'in flight keeps its bound');
    this.#expect(this.#h.writer.credit() >= 0, 'credit is no debt');
    this.#checkOrder();
    const unexpected = this.#h.failures.find(
      (error) => !this.options.poison || (error as MillraceError).code !== 'SINK_RECORD_REFUSED',
    );
    this.#expect(unexpected === undefined, `no failure: ${String(unexpected)}`);
  }

  /** Within a batch, entries stand in the order in which they came. */
  #checkOrder(): void {
    for (const { ids } of this.#h.sent) {
      const numbers = ids.filter((id) => !id.startsWith(BAD)).map((id) => Number(id.slice(1)));
      const isSorted = numbers.every((n, i) => i === 0 || n > numbers[i - 1]!);
      this.#expect(isSorted, 'order is kept');
    }
  }

  #expect(holds: boolean, what: string): void {
    if (!holds) this.faults.push(`seed ${String(this.seed)}: ${what}`);
  }

  #below(limit: number): number {
    return Math.floor(this.#random.next() * limit);
  }
}

describe('N1: hostile orders of answers, deadlines, finish and close', () => {
  it.each([false, true])(
    'N1, N2: keep the account, the bounds and the order (poison: %s)',
    async (poison) => {
      const visited = new Set<string>();
      for (let seed = 0; seed < SEEDS; seed++) {
        const chaos = await new Chaos(seed, { poison }).run();
        expect(chaos.faults).toEqual([]);
        for (const state of chaos.visited) visited.add(state);
      }
      const all = ['opening', 'open', 'writing', 'throttled', 'flushing', 'closed'];
      expect([...visited].sort()).toEqual((poison ? [...all, 'failed'] : all).sort());
    },
  );

  const broken: Record<string, (buffer: SinkBuffer<Entry>) => Partial<SinkBuffer<Entry>>> = {
    'loses what comes back': (buffer) => ({ giveBack: (entries) => buffer.settle(entries) }),
    'settles only the first of a batch': (buffer) => ({
      settle: (entries) => {
        buffer.settle(entries.slice(0, 1));
        buffer.giveBack(entries.slice(1), 'transient');
      },
    }),
    'turns the order round': (buffer) => ({
      take: (batch) => [...buffer.take(batch)].reverse(),
    }),
    'forgets to settle': () => ({ settle: () => {} }),
    'hides what is in flight': () => ({ inFlight: () => 0 }),
  };

  it.each(Object.keys(broken))('catch a sink whose buffer %s', async (name) => {
    const faults: string[] = [];
    for (let seed = 0; seed < 20; seed++) {
      const buffer = fifoOfEntries();
      const subject = bound(buffer, broken[name]!(buffer));
      const chaos = await new Chaos(seed, { poison: false, buffer: subject })
        .run()
        .catch((error: unknown) => ({ faults: [String(error)] }));
      faults.push(...chaos.faults);
    }
    expect(faults).not.toEqual([]);
  });
});

function bound(buffer: SinkBuffer<Entry>, wrong: Partial<SinkBuffer<Entry>>): SinkBuffer<Entry> {
  return {
    waiting: () => buffer.waiting(),
    inFlight: () => buffer.inFlight(),
    replaced: () => buffer.replaced(),
    add: (entry) => buffer.add(entry),
    take: (batch) => buffer.take(batch),
    hasFullBatch: (batch) => buffer.hasFullBatch(batch),
    settle: (entries) => buffer.settle(entries),
    giveBack: (entries, why) => buffer.giveBack(entries, why),
    keys: (keysMax) => buffer.keys(keysMax),
    ...wrong,
  };
}
