/**
 * Owns: one subtask of a task, from its plan: mailbox, input, operators, side outputs, tail.
 * Refuses: to step it; the executor does.
 */
import { MillraceError } from '../../model/error.js';
import { keyGroupsOf } from '../../model/key-group.js';
import type { Mail, PostMail } from '../../model/mail.js';
import type { StateBackend } from '../../model/state.js';
import type { SourceReaderContext } from '../../model/source.js';
import { isSplitSource, type AnySource } from '../../model/split.js';
import type { RecordErrorPolicy } from '../../model/failed-record.js';
import type { WatermarkStrategy } from '../../model/watermark-strategy.js';
import type { ExchangeId, OperatorPlan, TaskInputPlan, TaskPlan } from '../../plan/job-plan.js';
import { Chain, type ChainSide } from '../chain/chain.js';
import type { Channel } from '../channel/channel.js';
import { ChannelInput } from '../exchange/channel-input.js';
import { ChannelOutput } from '../exchange/channel-output.js';
import type { Exchange } from '../exchange/exchange.js';
import { InputGate, type GateChannel } from '../exchange/input-gate.js';
import { Mailbox } from '../mailbox/mailbox.js';
import { onBehalfOf } from '../operator/failure.js';
import type { Input } from '../operator/input.js';
import type { Operator } from '../operator/operator.js';
import { RecordErrors } from '../operator/record-errors.js';
import { SideOutput } from '../operator/side-output.js';
import { discard, type Tail } from '../operator/tail.js';
import { SinkOperator } from '../sink/sink-operator.js';
import type { AlignmentGroups } from '../source/alignment-group.js';
import { AssignedSplits } from '../source/assigned-splits.js';
import { SourceInput } from '../source/source-input.js';
import type { SourcePause } from '../source/source-pause.js';
import type { SourceStart } from '../source/source-start.js';
import { SourceTime } from '../source/source-time.js';
import type { SplitCoordinator } from '../source/split-coordinator.js';
import type { SplitSupply } from '../source/split-supply.js';
import { WholeSource } from '../source/whole-source.js';
import { Task } from '../task/task.js';
import { createOperator, type Lender } from './create-operator.js';
import { keptCopy } from './kept-copy.js';
import type { StandIns } from './stand-ins.js';
import type { World } from './world.js';

export interface Subtask {
  readonly task: Task;
  readonly source: SourceInput | undefined;
  /** What it reads from, unless it reads a source. */
  readonly channels: readonly Channel<unknown>[];
  readonly operators: readonly Operator<unknown, unknown>[];
  readonly sink: SinkOperator | undefined;
}

export interface SubtaskParts {
  readonly plan: TaskPlan;
  /** Which of the task's subtasks it is, from 0. */
  readonly index: number;
  /** Only where the task reads a source in splits. */
  readonly coordinator: SplitCoordinator | undefined;
  readonly exchanges: readonly Exchange[];
  readonly pause: SourcePause;
  readonly groups: AlignmentGroups;
  readonly start: SourceStart;
  readonly world: World;
  readonly standIns: StandIns;
}

type Side = ChainSide & { readonly operator: string; readonly tag: string };

export class SubtaskBuilder {
  readonly #parts: SubtaskParts;
  readonly #mailbox: Mailbox;
  readonly #sides: readonly Side[];
  /** Only where the task reads a source. */
  #time: SourceTime | undefined;

  constructor(parts: SubtaskParts) {
    this.#parts = parts;
    this.#mailbox = new Mailbox(parts.world.wake);
    const { limits } = parts.world;
    this.#sides = parts.plan.sides.map(({ operator, tag, after, exchanges }) => {
      const output = new SideOutput(this.#channelOutput(exchanges), limits);
      return { operator, tag, after, output };
    });
  }

  build(): Subtask {
    const { plan, world, standIns } = this.#parts;
    const { input: from } = plan;
    const given = from.kind === 'source' ? standIns.inputs.get(from.name) : undefined;
    const source = from.kind === 'source' && given === undefined ? this.#source(from) : undefined;
    const operators = plan.operators.flatMap(
      (operator) =>
        standIns.operators.get(operator.name)?.() ?? createOperator(operator, this.#lent),
    );
    const last = plan.operators.at(-1);
    const taken = last?.kind === 'sink' ? standIns.tails.get(last.name) : undefined;
    const sink = last?.kind === 'sink' && taken === undefined ? this.#sink(last) : undefined;
    const chain = new Chain({ operators, tail: taken ?? sink ?? this.#tail(), sides: this.#sides });
    const arriving = this.#channels();
    const channels = arriving.map(({ channel }) => channel);
    const input = given ?? source ?? inputOf(arriving, world.limits.runRecordsMax);
    const mailbox = this.#mailbox;
    const demand = source === undefined ? unlimitedDemand : this.#sourceDemand();
    const { limits } = world;
    const task = new Task({ name: this.#name(), mailbox, input, chain, demand, limits });
    return { task, source, channels, operators, sink };
  }

  #name(): string {
    const { plan, index } = this.#parts;
    const { name, parallelism } = plan;
    return parallelism === 1 ? name : `${name} (${String(index + 1)}/${String(parallelism)})`;
  }

  #source({ name, source, onError }: TaskInputPlan & { kind: 'source' }): SourceInput {
    const { clock, random, limits } = this.#parts.world;
    const post = this.#postAs(name);
    const { pause } = this.#parts;
    const whenSettled = (mail: Mail): void => {
      if (source.acknowledgement === undefined) throw acknowledgementUndeclared();
      pause.until(() => {
        post(mail);
      });
    };
    const strategy = timestampsOf(this.#parts.plan);
    const { groups, world } = this.#parts;
    const { notify = () => undefined } = world;
    const timers = { clock, post };
    this.#time = new SourceTime({ operator: name, strategy, timers, groups, notify });
    return new SourceInput({
      name,
      time: this.#time,
      createSupply: (recordFailed) => {
        const context = { post, clock, random, recordFailed, whenSettled };
        return this.#supply(name, source, context);
      },
      errors: this.#errors(name, onError),
      post,
      runRecordsMax: limits.runRecordsMax,
    });
  }

  #sourceDemand(): () => number {
    const { pause, start } = this.#parts;
    return () => Math.min(start.demand(), pause.demand());
  }

  #supply(name: string, source: AnySource<unknown>, context: SourceReaderContext): SplitSupply {
    if (!isSplitSource(source)) return new WholeSource(name, source.createReader(context));
    const { index, coordinator } = this.#parts;
    return new AssignedSplits({ source, subtask: index, coordinator: coordinator!, context });
  }

  #channels(): readonly GateChannel[] {
    const { plan, exchanges, index } = this.#parts;
    const ids = plan.input.kind === 'exchanges' ? plan.input.exchanges : [];
    return ids.flatMap((id) => {
      const { ordinal } = exchanges[id]!;
      return exchanges[id]!.channelsTo(index).map((channel) => ({ channel, ordinal }));
    });
  }

  /** What an operator is lent, by its name. */
  readonly #lent: Lender = {
    time: () => this.#time,
    errors: (operator, policy) => this.#errors(operator, policy),
    lentTo: ({ name, onError }) => {
      const { world } = this.#parts;
      const { limits, clock, random } = world;
      const state = this.#state();
      const ofName = this.#sides.filter(({ operator }) => operator === name);
      const sides = new Map(ofName.map(({ tag, output }) => [tag, output]));
      const errors = this.#errors(name, onError);
      const copyOf = keptCopy(world, name);
      return { state, errors, limits, clock, random, post: this.#postAs(name), sides, copyOf };
    },
  };

  /** For the key groups of this subtask alone. */
  #state(): StateBackend {
    const { plan, index, world } = this.#parts;
    if (plan.parallelism === 1) return world.state;
    const { maxParallelism } = world.state;
    const range = keyGroupsOf(index, plan.parallelism, maxParallelism);
    return {
      maxParallelism,
      createKeyedState: (operator) => world.state.createKeyedState(operator, range),
    };
  }

  #errors(operator: string, policy: RecordErrorPolicy<unknown>): RecordErrors {
    const side = typeof policy === 'string' ? undefined : this.#sideOf(operator, policy.name);
    return new RecordErrors({ operator, policy, side });
  }

  #sideOf(operator: string, tag: string): SideOutput | undefined {
    return this.#sides.find((side) => side.operator === operator && side.tag === tag)?.output;
  }

  #tail(): Tail {
    const { outputs } = this.#parts.plan;
    return outputs.length === 0 ? discard : this.#channelOutput(outputs);
  }

  #channelOutput(ids: readonly ExchangeId[]): ChannelOutput {
    const { exchanges, index } = this.#parts;
    return new ChannelOutput(ids.map((id) => exchanges[id]!.writer(index)));
  }

  #sink({ name, sink }: OperatorPlan & { kind: 'sink' }): SinkOperator {
    const { clock, random } = this.#parts.world;
    const post = this.#postAs(name);
    const writer = sink.createWriter({ operator: name, post, clock, random });
    const operator = new SinkOperator(name, writer, post);
    this.#parts.start.waitFor(operator);
    return operator;
  }

  /** What a mail throws fails the job under the name of who posted it (E6). */
  #postAs(operator: string): PostMail {
    const { observeMail } = this.#parts.world;
    return (mail) => {
      const name = `${operator}: ${mail.name}`;
      const deliver = (): void => {
        observeMail?.(name);
        onBehalfOf(operator, () => {
          mail.deliver();
        });
      };
      this.#mailbox.post({ name, deliver });
    };
  }
}

function inputOf(channels: readonly GateChannel[], runRecordsMax: number): Input {
  if (channels.length === 1) return new ChannelInput(channels[0]!.channel, runRecordsMax);
  return new InputGate(channels, runRecordsMax);
}

function timestampsOf({ operators: [first] }: TaskPlan): WatermarkStrategy<unknown> | undefined {
  if (first?.kind === 'timestamps') return first.strategy;
  const step = first?.kind === 'fused' ? first.steps[0] : undefined;
  return step?.kind === 'timestamps' ? step.strategy : undefined;
}

const unlimitedDemand = (): number => Number.POSITIVE_INFINITY;

function acknowledgementUndeclared(): MillraceError {
  const sentence = `its reader asked for the moment when all is settled; declare the source's acknowledgement as 'when-written'`;
  return new MillraceError('ACKNOWLEDGEMENT_UNDECLARED', sentence);
}
