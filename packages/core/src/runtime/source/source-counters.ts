/**
 * Owns: what an acknowledging source counts, by messages.
 * Refuses: gauges; how many are unacknowledged now, the messages themselves say.
 *
 * Q6. received = acknowledged + acknowledgementsRefused + acknowledgementsFailed + unacknowledged.
 */
export class SourceCounters {
  received = 0;
  acknowledged = 0;
  /** The queue said no: they come again, although all that came of them is written. */
  acknowledgementsRefused = 0;
  /** The call failed, so they may come again. */
  acknowledgementsFailed = 0;
  holdExtensions = 0;
  holdExtensionsRefused = 0;
  holdExtensionsFailed = 0;
  /** Given back unacknowledged when the job ended. */
  released = 0;
  /** They were to be given back, and come again when their hold is over. */
  releasesFailed = 0;
  receiveFailures = 0;
  /** Answers that came after the call was given up. */
  lateReplies = 0;
}
