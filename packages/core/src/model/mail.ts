/**
 * Owns: what a callback from the world may leave behind: a mail.
 * Refuses: to do anything by itself; a step of the task delivers it (E2).
 */

/** A thing that happened, recorded when the task's step delivers it. `name` is for traces. */
export interface Mail {
  readonly name: string;
  readonly deliver: () => void;
}

/** Posts a mail to one task. Safe to call at any time, also when the job has ended. */
export type PostMail = (mail: Mail) => void;
