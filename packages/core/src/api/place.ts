/**
 * Owns: where in the user's file a verb was called: `file:line:column`.
 * Refuses: to know where this package lies: the engine leaves out the frames above the verb, so that
 *     it works from sources, from both builds, for two copies, and in a bundle of one file.
 */

/** A function of ours that a user calls to describe a job. */
export type Verb = (...parts: never[]) => unknown;

/** Engines differ: not all can leave out frames, and some let nobody change how many they keep. */
interface StackCapture {
  readonly captureStackTrace?: (holder: { stack?: unknown }, above: Verb) => void;
  readonly stackTraceLimit?: number;
}

/** The place of the running call of the verb; none where the engine does not tell. */
export function placeOf(verb: Verb): string | undefined {
  const stack = stackBelow(verb, Error);
  return typeof stack === 'string' ? placeInStack(stack) : undefined;
}

/** The error with a stack that begins with the call of the verb, and not inside of it. */
export function beginningBelow<E extends Error>(verb: Verb, error: E): E {
  const engine: StackCapture = Error;
  engine.captureStackTrace?.(error, verb);
  return error;
}

/** Of one frame, since a job may have a thousand operators. */
function stackBelow(verb: Verb, engine: StackCapture): unknown {
  const limit = engine.stackTraceLimit;
  const holder: { stack?: unknown } = {};
  Reflect.set(engine, 'stackTraceLimit', 1);
  try {
    engine.captureStackTrace?.(holder, verb);
    return holder.stack;
  } finally {
    Reflect.set(engine, 'stackTraceLimit', limit);
  }
}

/** The place of the first frame: `    at name (file:///jobs/orders.mjs:3:5)`, or without a name. */
export function placeInStack(stack: string): string | undefined {
  const [, frame] = /^\s*at (.*)$/m.exec(stack) ?? [];
  if (frame === undefined) return undefined;
  const [, named] = / \((.*)\)$/.exec(frame) ?? [];
  const place = named ?? frame.replace(/^async /, '');
  return /:\d+:\d+$/.test(place) ? pathOf(place) : undefined;
}

// ES modules have addresses; a path can be opened by whoever reads it.
function pathOf(place: string): string {
  if (!place.startsWith('file://')) return place;
  const path = decodeURIComponent(place.slice('file://'.length));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}
