/**
 * Owns: the sentences for streams that are put together in a way that no graph can hold.
 * Refuses: what a graph can hold and should not; `checks` looks at that.
 */
import { MillraceError } from '../model/error.js';

export function streamForeign(verb: string): MillraceError {
  const sentence = `${verb}() was given a stream of another job; streams meet within one defineJob`;
  return new MillraceError('STREAM_FOREIGN', sentence);
}

export function sideOutputMisplaced(tag: string): MillraceError {
  const sentence = `getSideOutput("${tag}") was asked of a union or of a side output; ask the operator that has it`;
  return new MillraceError('SIDE_OUTPUT_MISPLACED', sentence);
}
