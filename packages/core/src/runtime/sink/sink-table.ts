/**
 * Owns: what the sink machine does in each state with each event: the table of `docs/spec/sink.md`.
 * Refuses: to run (see `sink-machine.ts`), to know records, clocks or connections.
 *
 * N3. Every cell of state x event is decided: one that is missing does not compile. A test holds
 *     this table, the machine made of it and the document against each other.
 */

export const SINK_STATES = [
  /** Connecting, with retries. */
  'opening',
  /** Connected, nothing in flight. */
  'open',
  /** At least one request is in flight. */
  'writing',
  /** Backing off: nothing is sent until the wait is over. What is in flight may still end. */
  'throttled',
  /** Nothing follows; what is held is being written. */
  'flushing',
  /** Nothing will be sent any more: everything is written, or `close` was called. */
  'closed',
  /** The job fails because of this sink. */
  'failed',
] as const;

export type SinkState = (typeof SINK_STATES)[number];

export const SINK_EVENTS = [
  /** The task says: connect. */
  'OPEN',
  /** The connection is there. */
  'OPENED',
  /** An attempt to connect failed, and a later one may succeed. */
  'OPEN_DELAYED',
  /** A request went out. */
  'SENT',
  /** A request ended, and its whole batch was written. */
  'WRITTEN',
  /** A request ended, and entries of it came back to be sent again later. */
  'THROTTLED',
  /** A request ended, and the service refused it for what is in it. */
  'REFUSED',
  /** The wait after THROTTLED or OPEN_DELAYED is over. */
  'BACKOFF_ELAPSED',
  /** The task says: nothing follows. */
  'FINISH',
  /** Nothing is left to be written. */
  'DRAINED',
  /** No attempt can succeed. */
  'FATAL',
  /** The task says: let go now. */
  'CLOSE',
] as const;

export type SinkEventType = (typeof SINK_EVENTS)[number];

/** What a candidate asks of the context. */
export type SinkGuard =
  /** The task has not said OPEN before. */
  | 'first'
  /** The request that ends is the only one in flight. */
  | 'last'
  /** No request is in flight. */
  | 'idle'
  /** The task has said that nothing follows. */
  | 'finishing';

/** Arithmetic on the context: numbers only. */
export type SinkReckoning =
  | 'countOpen'
  | 'countFinish'
  | 'countSent'
  | 'countEnded'
  | 'countDelay'
  | 'countPushBack'
  | 'resetAttempts'
  | 'resetAttemptsOfRound';

/** What leaves the machine; whatever comes of it comes back as mail. */
export type SinkEffect =
  | 'connect'
  | 'armOpenDeadline'
  | 'cancelOpenDeadline'
  | 'armBackoff'
  | 'cancelTimers'
  | 'abortRequests'
  | 'reportUnexpected';

export type SinkAction = SinkReckoning | SinkEffect;

export interface SinkCandidate {
  readonly when?: SinkGuard;
  /** Absent: the machine stays where it is. */
  readonly to?: SinkState;
  readonly do: readonly SinkAction[];
}

/** Candidates in order; the last has no guard, so that one always applies. */
export type SinkCell = readonly SinkCandidate[];

export type SinkTable = Readonly<Record<SinkState, Readonly<Record<SinkEventType, SinkCell>>>>;

const stays = (...actions: SinkAction[]): SinkCell => [{ do: actions }];
const goes = (to: SinkState, ...actions: SinkAction[]): SinkCell => [{ to, do: actions }];
const either = (when: SinkGuard, then: SinkCell, otherwise: SinkCell): SinkCell => [
  ...then.map((candidate) => ({ when, ...candidate })),
  ...otherwise,
];

const ignored = stays();
const letsGo = ['cancelTimers', 'abortRequests'] as const;
const fatal = goes('failed', ...letsGo);
const close = goes('closed', ...letsGo);
/** An event that cannot happen here: the job fails, loudly. */
const unexpected = goes('failed', ...letsGo, 'reportUnexpected');
/** The same where the machine has come to its end already. */
const reported = stays('reportUnexpected');

/** Whether a state is an end: nothing but the ends of requests is heard there. */
export function hasEnded(state: SinkState): boolean {
  return state === 'closed' || state === 'failed';
}

/** What an event does that cannot come in this state, or that no table knows. */
export function unexpectedIn(state: SinkState): SinkCell {
  return hasEnded(state) ? reported : unexpected;
}

/** After the end, requests that were in flight are still counted down; nothing follows from it. */
const ended = {
  OPEN: reported,
  OPENED: ignored,
  OPEN_DELAYED: ignored,
  SENT: reported,
  WRITTEN: stays('countEnded'),
  THROTTLED: stays('countEnded'),
  REFUSED: stays('countEnded'),
  BACKOFF_ELAPSED: ignored,
  FINISH: ignored,
  DRAINED: reported,
  FATAL: ignored,
  CLOSE: ignored,
} satisfies Record<SinkEventType, SinkCell>;

export const SINK_TABLE: SinkTable = {
  opening: {
    OPEN: either('first', stays('countOpen', 'armOpenDeadline', 'connect'), unexpected),
    OPENED: either(
      'finishing',
      goes('flushing', 'resetAttempts', 'cancelOpenDeadline'),
      goes('open', 'resetAttempts', 'cancelOpenDeadline'),
    ),
    OPEN_DELAYED: stays('countDelay', 'armBackoff'),
    SENT: unexpected,
    WRITTEN: unexpected,
    THROTTLED: unexpected,
    REFUSED: unexpected,
    BACKOFF_ELAPSED: stays('connect'),
    FINISH: stays('countFinish'),
    DRAINED: unexpected,
    FATAL: fatal,
    CLOSE: close,
  },
  open: {
    OPEN: unexpected,
    OPENED: unexpected,
    OPEN_DELAYED: unexpected,
    SENT: goes('writing', 'countSent'),
    WRITTEN: unexpected,
    THROTTLED: unexpected,
    REFUSED: unexpected,
    BACKOFF_ELAPSED: unexpected,
    FINISH: goes('flushing', 'countFinish'),
    DRAINED: unexpected,
    FATAL: fatal,
    CLOSE: close,
  },
  writing: {
    OPEN: unexpected,
    OPENED: unexpected,
    OPEN_DELAYED: unexpected,
    SENT: stays('countSent'),
    WRITTEN: either(
      'last',
      goes('open', 'countEnded', 'resetAttemptsOfRound'),
      stays('countEnded', 'resetAttemptsOfRound'),
    ),
    THROTTLED: goes('throttled', 'countEnded', 'countPushBack', 'armBackoff'),
    REFUSED: either('last', goes('open', 'countEnded'), stays('countEnded')),
    BACKOFF_ELAPSED: unexpected,
    FINISH: goes('flushing', 'countFinish'),
    DRAINED: unexpected,
    FATAL: fatal,
    CLOSE: close,
  },
  throttled: {
    OPEN: unexpected,
    OPENED: unexpected,
    OPEN_DELAYED: unexpected,
    SENT: unexpected,
    WRITTEN: stays('countEnded'),
    THROTTLED: stays('countEnded'),
    REFUSED: stays('countEnded'),
    BACKOFF_ELAPSED: either(
      'finishing',
      goes('flushing'),
      either('idle', goes('open'), goes('writing')),
    ),
    FINISH: stays('countFinish'),
    DRAINED: unexpected,
    FATAL: fatal,
    CLOSE: close,
  },
  flushing: {
    OPEN: unexpected,
    OPENED: unexpected,
    OPEN_DELAYED: unexpected,
    SENT: stays('countSent'),
    WRITTEN: stays('countEnded', 'resetAttemptsOfRound'),
    THROTTLED: goes('throttled', 'countEnded', 'countPushBack', 'armBackoff'),
    REFUSED: stays('countEnded'),
    BACKOFF_ELAPSED: unexpected,
    FINISH: ignored,
    DRAINED: either('idle', goes('closed', 'cancelTimers'), unexpected),
    FATAL: fatal,
    CLOSE: close,
  },
  closed: ended,
  failed: ended,
};
