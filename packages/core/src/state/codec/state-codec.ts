/**
 * Owns: the codec of state and snapshots: values onto a tape, the tape into a frame, and back.
 * Refuses: to hold anything between two calls.
 *
 * K5. It keeps undefined, NaN, -0, lone surrogates, bigint, Date, Map, Set and bytes, and refuses what
 *     would come back as something else. `docs/spec/codec.md` has the list.
 */
import type { Codec, CodecReader, CodecWriter } from '../../model/codec.js';
import { isMillraceError, MillraceError } from '../../model/error.js';
import { Flattener } from './flattener.js';
import { framed, unframed } from './frame.js';
import { Rebuilder } from './rebuilder.js';
import type { TapeReader } from './tape-reader.js';
import { Tape } from './tape.js';
import { unreadable } from './unreadable.js';

export function stateCodec(): Codec {
  return {
    encode: (value, owner) => {
      const writer = new TapeWriter(owner);
      writer.write(value);
      return writer.finish();
    },
    decode: (bytes) => {
      const reader = new SequenceReader(bytes);
      const value = reader.next();
      if (!reader.done()) throw unreadable('they hold more than one value');
      return value;
    },
    createWriter: (owner) => new TapeWriter(owner),
    createReader: (bytes) => new SequenceReader(bytes),
    assertEncodable: (value, owner) => {
      new Flattener(new Tape(), owner).put(value);
    },
  };
}

type WriterStatus =
  | { readonly is: 'open' }
  | { readonly is: 'refused'; readonly cause: unknown }
  | { readonly is: 'finished' };

class TapeWriter implements CodecWriter {
  readonly #tape = new Tape();
  readonly #flattener: Flattener;
  readonly #owner: string;
  #status: WriterStatus = { is: 'open' };

  constructor(owner: string) {
    this.#flattener = new Flattener(this.#tape, owner);
    this.#owner = owner;
  }

  write(value: unknown): void {
    this.#assertOpen();
    try {
      this.#flattener.put(value);
    } catch (error) {
      this.#status = { is: 'refused', cause: error };
      throw error;
    }
  }

  finish(): Uint8Array {
    this.#assertOpen();
    this.#status = { is: 'finished' };
    return framed(this.#tape);
  }

  // Half of a refused value is on the tape, so nothing that follows could be read again.
  #assertOpen(): void {
    if (this.#status.is === 'refused') throw this.#status.cause;
    if (this.#status.is === 'finished') {
      throw new MillraceError(
        'CODEC_WRITER_FINISHED',
        `The writer of ${this.#owner} has been finished; create another for what follows.`,
      );
    }
  }
}

class SequenceReader implements CodecReader {
  readonly #tape: TapeReader;
  readonly #rebuilder: Rebuilder;

  constructor(bytes: Uint8Array) {
    this.#tape = readable(() => unframed(bytes));
    this.#rebuilder = new Rebuilder(this.#tape);
  }

  done(): boolean {
    return this.#tape.done();
  }

  next(): unknown {
    return readable(() => this.#rebuilder.take());
  }
}

/** Whatever goes wrong while bytes are read, it is the bytes that are wrong. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isMillraceError(error) ? error : unreadable('they are damaged', { cause: error });
  }
}
