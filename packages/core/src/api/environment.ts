/**
 * Owns: where streams begin.
 * Refuses: to keep anything but the graph that is being described.
 */
import type { Source } from '../model/source.js';
import type { WatermarkStrategy } from '../model/watermark-strategy.js';
import type { GraphBuilder, RecordOptions } from './graph-builder.js';
import { mainOutputOf, Stream } from './stream.js';

/** How a source stands in the job. */
export interface SourceOptions<T> extends RecordOptions<unknown> {
  /** How records get timestamps and watermarks; event-time windows need it. Default: none. */
  readonly watermarks?: WatermarkStrategy<T>;
}

/** What `defineJob` hands to the describing function. */
export class Environment {
  readonly #graph: GraphBuilder;

  constructor(graph: GraphBuilder) {
    this.#graph = graph;
  }

  /** A stream of what the source reads, at the pace of the sinks. */
  fromSource<T>(source: Source<T>, options: SourceOptions<T> = {}): Stream<T> {
    const watermarks = options.watermarks as WatermarkStrategy<unknown> | undefined;
    const node = this.#graph.add({ kind: 'source', source, watermarks }, options);
    return new Stream(this.#graph, [mainOutputOf(node)]);
  }
}
