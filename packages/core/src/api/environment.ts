/**
 * Owns: where streams begin.
 * Refuses: to keep anything but the graph that is being described.
 */
import type { AnySource } from '../model/split.js';
import type { WatermarkStrategy } from '../model/watermark-strategy.js';
import type { GraphBuilder } from './graph-builder.js';
import type { SourceOptions } from './operator-options.js';
import { Stream } from './stream.js';
import { outputOf } from './stream-place.js';

/** What `defineJob` hands to the describing function. */
export class Environment {
  readonly #graph: GraphBuilder;

  constructor(graph: GraphBuilder) {
    this.#graph = graph;
  }

  /** A stream of what the source reads, at the pace of the sinks. */
  fromSource<T>(source: AnySource<T>, options: SourceOptions<T> = {}): Stream<T> {
    const watermarks = options.watermarks as WatermarkStrategy<unknown> | undefined;
    const spec = { kind: 'source', source, watermarks } as const;
    const node = this.#graph.add({ spec, options, inputs: [], verb: this.fromSource });
    return new Stream(outputOf(this.#graph, node));
  }
}
