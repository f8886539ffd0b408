/**
 * Owns: the physical job: tasks, each with an input and a chain of operators, and channels between.
 * Refuses: behaviour, as all of `plan` does; `runtime` builds motion from it.
 */
import type { ReduceSpec, SinkSpec, SourceSpec, WindowSpec } from '../model/graph.js';
import type { WatermarkStrategy } from '../model/watermark-strategy.js';

export type ChannelId = number;

/** A stateless user function in a fused loop. */
export type FusedStep = { readonly operator: string } & (
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

export type OperatorPlan =
  FusedPlan | ({ readonly name: string } & (ReduceSpec | WindowSpec | SinkSpec));

export type TaskInputPlan =
  | ({ readonly name: string } & Pick<SourceSpec, 'kind' | 'source'>)
  | { readonly kind: 'channel'; readonly channel: ChannelId };

/** One chain: what it reads, its operators in order, and the channels that it sends to. */
export interface TaskPlan {
  readonly name: string;
  readonly input: TaskInputPlan;
  readonly operators: readonly OperatorPlan[];
  readonly outputs: readonly ChannelId[];
}

export interface JobPlan {
  readonly name: string;
  readonly tasks: readonly TaskPlan[];
  readonly channels: readonly ChannelId[];
}
