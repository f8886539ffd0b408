/**
 * Owns: what an asynchronous operator is made of.
 * Refuses: to make it; `create-async.ts` does.
 */
import type { Clock, Random } from '../../model/clock.js';
import type { AsyncSpec } from '../../model/graph.js';
import type { RecordErrorPolicy } from '../../model/failed-record.js';
import type { Key } from '../../model/key.js';
import type { PostMail } from '../../model/mail.js';
import type { SubtaskOfRecord } from '../operator/element-restore.js';
import type { ParkedOutputLimits } from '../operator/parked-output.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { SideOutput } from '../operator/side-output.js';

export interface AsyncLent {
  readonly spec: AsyncSpec & {
    readonly name: string;
    readonly onError: RecordErrorPolicy<unknown>;
  };
  readonly errors: RecordErrors;
  readonly limits: ParkedOutputLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly post: PostMail;
  /** Of this operator, by tag: those that somebody reads. */
  readonly sides: ReadonlyMap<string, SideOutput>;
  /** What a snapshot keeps of a record that the user's function is given (K4). */
  readonly copyOf: (value: unknown) => unknown;
}

export interface AsyncOperatorParts extends AsyncLent {
  /** Only where records have keys. */
  readonly subtaskOfRecord: SubtaskOfRecord;
  /** The key of a record, for its failure. */
  readonly keyAtHand: (value: unknown) => Key | undefined;
}
