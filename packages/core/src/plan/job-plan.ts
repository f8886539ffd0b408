/**
 * Owns: the physical job: tasks, each with an input and a chain of operators, and exchanges between.
 * Refuses: behaviour, as all of `plan` does; `runtime` builds motion from it.
 */
import type { RecordErrorPolicy } from '../model/failed-record.js';
import type {
  AsOfJoinSpec,
  AsyncSpec,
  BroadcastProcessSpec,
  CoProcessSpec,
  CustomPartitioner,
  FlatMapSpec,
  IntervalJoinSpec,
  KeyedBroadcastProcessSpec,
  KeyedCoProcessSpec,
  KeyedProcessSpec,
  KeySelector,
  PipeSpec,
  ProcessSpec,
  ReduceSpec,
  SinkSpec,
  SourceSpec,
  WindowSpec,
} from '../model/graph.js';
import type { InputOrdinal } from '../model/run.js';
import type { WatermarkStrategy } from '../model/watermark-strategy.js';

export type ExchangeId = number;

/** What becomes of a record at which an operator fails. */
interface Tolerance {
  readonly onError: RecordErrorPolicy<unknown>;
}

/** A stateless user function in a fused loop. */
export type FusedStep = { readonly operator: string } & Tolerance &
  (
    | { readonly kind: 'timestamps'; readonly strategy: WatermarkStrategy<unknown> }
    | { readonly kind: 'map'; readonly map: (value: unknown) => unknown }
    | { readonly kind: 'filter'; readonly filter: (value: unknown) => boolean }
    | { readonly kind: 'for-each'; readonly each: (value: unknown, timestamp: number) => void }
  );

/** Stateless functions that follow each other, run as one loop. */
export interface FusedPlan {
  readonly kind: 'fused';
  readonly name: string;
  readonly steps: readonly FusedStep[];
}

/** The timestamps of a source whose watermark generators hear of each record. */
export type TimestampsPlan = { readonly kind: 'timestamps'; readonly name: string } & Tolerance & {
    readonly strategy: WatermarkStrategy<unknown>;
  };

export type OperatorPlan =
  | FusedPlan
  | TimestampsPlan
  | ({ readonly name: string } & Tolerance &
      (
        | FlatMapSpec
        | PipeSpec
        | ProcessSpec
        | KeyedProcessSpec
        | CoProcessSpec
        | KeyedCoProcessSpec
        | BroadcastProcessSpec
        | KeyedBroadcastProcessSpec
        | IntervalJoinSpec
        | AsOfJoinSpec
        | AsyncSpec
        | ReduceSpec
        | WindowSpec
        | SinkSpec
      ));

export type TaskInputPlan =
  | ({ readonly name: string } & Tolerance & Pick<SourceSpec, 'kind' | 'source'>)
  | { readonly kind: 'exchanges'; readonly exchanges: readonly ExchangeId[] };

/** What an operator sends beside its main output, and the exchanges that take it on. */
export interface SideOutputPlan {
  /** The operator that it belongs to, by name, and the name of its tag. */
  readonly operator: string;
  readonly tag: string;
  /** Its place in the chain, whose watermarks it follows; -1 stands before the first. */
  readonly after: number;
  readonly exchanges: readonly ExchangeId[];
}

/** One chain: what it reads, its operators in order, and the exchanges that it sends to. */
export interface TaskPlan {
  readonly name: string;
  /** How many subtasks run the chain, each with its share of the input. */
  readonly parallelism: number;
  readonly input: TaskInputPlan;
  readonly operators: readonly OperatorPlan[];
  readonly outputs: readonly ExchangeId[];
  readonly sides: readonly SideOutputPlan[];
}

/** How the records of one task get to the subtasks of another. */
export type ExchangePartitioner =
  | { readonly kind: 'forward' | 'rebalance' | 'broadcast' }
  | HashPartitioner
  | (CustomPartitioner & { readonly operator: string });

/** By the key of the operator that receives, which answers for records that have none. */
export interface HashPartitioner extends Tolerance {
  readonly kind: 'hash';
  readonly keyOf: KeySelector;
  readonly operator: string;
}

/** An edge between two tasks; at run time, channels between their subtasks. */
export interface ExchangePlan {
  readonly id: ExchangeId;
  readonly partitioner: ExchangePartitioner;
  /** Which input of an operator of two it feeds; 0 where there is one. */
  readonly ordinal: InputOrdinal;
  /** Tasks by their place in the plan. */
  readonly from: number;
  readonly to: number;
}

export interface JobPlan {
  readonly name: string;
  readonly tasks: readonly TaskPlan[];
  readonly exchanges: readonly ExchangePlan[];
}
