/**
 * Owns: the moving parts of one attempt of a job, made from its plan: channels, tasks, readers,
 * writers.
 * Refuses: to choose clock, state or limits; a host hands them in.
 */
import type { Clock, Random } from '../../model/clock.js';
import type { RuntimeLimits } from '../../model/limits.js';
import type { PostMail } from '../../model/mail.js';
import type { StateBackend } from '../../model/state.js';
import type { ChannelId, JobPlan, OperatorPlan, TaskPlan } from '../../plan/job-plan.js';
import { Chain } from '../chain/chain.js';
import { Channel } from '../channel/channel.js';
import { Mailbox } from '../mailbox/mailbox.js';
import { ChannelOutput } from '../operator/channel-output.js';
import { onBehalfOf } from '../operator/failure.js';
import { FusedOperator } from '../operator/fused-operator.js';
import type { Operator } from '../operator/operator.js';
import { ReduceOperator } from '../operator/reduce-operator.js';
import { discard, type Tail } from '../operator/tail.js';
import { SinkOperator } from '../sink/sink-operator.js';
import { ChannelInput } from '../source/channel-input.js';
import type { Input } from '../source/input.js';
import { SourceInput } from '../source/source-input.js';
import { Task } from '../task/task.js';
import { WindowOperator } from '../window/window-operator.js';

/** What a host lends to a job. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly state: StateBackend;
  readonly limits: RuntimeLimits;
  /** Called when a mail has come. */
  readonly wake: () => void;
  /** Told of each mail that a step delivers; a simulation writes its trace with it. */
  readonly observeMail: MailObserver | undefined;
}

export type MailObserver = (mailName: string) => void;

export interface Execution {
  readonly tasks: readonly Task[];
  readonly sources: ReadonlyMap<string, SourceInput>;
  readonly operators: readonly Operator<unknown, unknown>[];
  readonly sinks: readonly SinkOperator[];
  readonly channels: readonly Channel<unknown>[];
}

export function createExecution(plan: JobPlan, world: World): Execution {
  const builder = new ExecutionBuilder(plan, world);
  return builder.build();
}

class ExecutionBuilder {
  readonly #plan: JobPlan;
  readonly #world: World;
  readonly #channels: ReadonlyMap<ChannelId, Channel<unknown>>;
  readonly #sources = new Map<string, SourceInput>();
  readonly #operators: Operator<unknown, unknown>[] = [];
  readonly #sinks: SinkOperator[] = [];

  constructor(plan: JobPlan, world: World) {
    this.#plan = plan;
    this.#world = world;
    this.#channels = new Map(plan.channels.map((id) => [id, new Channel<unknown>(world.limits)]));
  }

  build(): Execution {
    return {
      tasks: this.#plan.tasks.map((task) => this.#task(task)),
      sources: this.#sources,
      operators: this.#operators,
      sinks: this.#sinks,
      channels: [...this.#channels.values()],
    };
  }

  #task(plan: TaskPlan): Task {
    const mailbox = new Mailbox(this.#world.wake);
    const operators = plan.operators.flatMap((operator) => this.#operator(operator));
    this.#operators.push(...operators);
    return new Task({
      name: plan.name,
      mailbox,
      input: this.#input(plan, mailbox.post),
      chain: new Chain(operators, this.#tail(plan, mailbox.post)),
      limits: this.#world.limits,
    });
  }

  #input({ input }: TaskPlan, post: PostMail): Input {
    const { clock, limits } = this.#world;
    if (input.kind === 'channel') {
      return new ChannelInput(this.#channel(input.channel), limits.runRecordsMax);
    }
    const { name } = input;
    const { runRecordsMax } = limits;
    const named = this.#named(post, name);
    const reader = input.source.createReader({ post: named, clock, recordFailed });
    const source = new SourceInput({ name, reader, post: named, runRecordsMax });
    this.#sources.set(name, source);
    return source;
  }

  #operator(plan: OperatorPlan): Operator<unknown, unknown>[] {
    switch (plan.kind) {
      case 'fused':
        return [new FusedOperator(plan)];
      case 'reduce':
        return [new ReduceOperator(plan, this.#world.state)];
      case 'window':
        return [new WindowOperator(plan, this.#world.state, this.#world.limits)];
      case 'sink':
        return [];
    }
  }

  #tail({ operators, outputs }: TaskPlan, post: PostMail): Tail {
    const last = operators.at(-1);
    if (last?.kind === 'sink') return this.#sink(last, post);
    if (outputs.length === 0) return discard;
    return new ChannelOutput(outputs.map((id) => this.#channel(id)));
  }

  #sink({ name, sink }: OperatorPlan & { kind: 'sink' }, post: PostMail): SinkOperator {
    const { clock, random } = this.#world;
    const named = this.#named(post, name);
    const writer = sink.createWriter({ operator: name, post: named, clock, random });
    const operator = new SinkOperator(name, writer);
    this.#sinks.push(operator);
    return operator;
  }

  #channel(id: ChannelId): Channel<unknown> {
    return this.#channels.get(id)!;
  }

  /** What a mail throws fails the job under the name of who posted it (E6). */
  #named(post: PostMail, operator: string): PostMail {
    const { observeMail } = this.#world;
    return (mail) => {
      const name = `${operator}: ${mail.name}`;
      const deliver = (): void => {
        observeMail?.(name);
        onBehalfOf(operator, () => {
          mail.deliver();
        });
      };
      post({ name, deliver });
    };
  }
}

/** The default of every source: the job fails. */
function recordFailed(error: unknown): never {
  throw error;
}
