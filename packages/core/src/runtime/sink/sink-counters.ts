/**
 * Owns: what a sink counts. It is counted per batch or reply, never per record.
 * Refuses: to hold what others know: what waits and what is in flight is the buffer's to say.
 */
export class SinkCounters {
  /** Requests that went out, each attempt anew. */
  requests = 0;
  /** Entries that came back to be sent again, each time anew. */
  retries = 0;
  /** Replies by which the service asked to slow down, wholly or in part. */
  throttles = 0;
  /** Requests that were given up at their deadline. */
  timeouts = 0;
  /** Answers that came after that. */
  lateReplies = 0;
  /** Records taken from the task, and made entries of. */
  accepted = 0;
  /** Records that the service has acknowledged. */
  written = 0;
  /** Records refused for what is in them, by the service or by the connector. */
  refused = 0;
  /** The most records that were buffered at once, waiting or in flight. */
  maxBuffered = 0;
}
