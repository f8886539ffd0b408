/**
 * Owns: the names of the options that each verb takes.
 * Refuses: to look at values; checks do.
 */
import type { OperatorSpec } from '../model/graph.js';
import type { OptionNames } from '../model/unknown-option.js';
import type { AsyncOptions } from './async-options.js';
import type { OperatorOptions, RecordOptions, SourceOptions } from './operator-options.js';

const ofOperators: OptionNames<OperatorOptions> = { uid: true, parallelism: true };
const ofRecords: OptionNames<RecordOptions<unknown>> = { ...ofOperators, onError: true };
const ofSources: OptionNames<SourceOptions<unknown>> = { ...ofRecords, watermarks: true };
const ofCalls: OptionNames<AsyncOptions<unknown, unknown>> = {
  ...ofRecords,
  capacity: true,
  order: true,
  timeoutMs: true,
  retry: true,
  fallback: true,
};

/** The names of the options that a verb of this kind takes. */
export function optionNamesOf({ kind }: OperatorSpec): object {
  switch (kind) {
    case 'source':
      return ofSources;
    case 'sink':
      return ofOperators;
    case 'async-map':
    case 'async-flat-map':
      return ofCalls;
    default:
      return ofRecords;
  }
}
