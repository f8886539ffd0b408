/**
 * Owns: which checks a description goes through, and the order in which their findings are told.
 * Refuses: to stop at the first fault: whoever reads the answer wants to mend all of them at once.
 */
import type { NodeId } from '../../model/graph.js';
import { checkAcknowledgement } from './acknowledgement.js';
import { checkAsyncCalls } from './async-calls.js';
import { checkBranches } from './branches.js';
import type { Check, DescribedJob, Finding } from './described-job.js';
import { checkDestinations } from './destinations.js';
import { checkEventTime } from './event-time.js';
import { checkDuplicates, checkUids } from './names.js';
import { checkOnError, checkOptionNames } from './options.js';
import { checkForward, checkParallelism } from './parallelism.js';
import {
  checkSideOutputsDistinct,
  checkSideOutputsKnown,
  checkSideOutputsRead,
} from './side-outputs.js';
import { checkWindows } from './windows.js';
import { checkWatermarks } from './watermarks.js';

const CHECKS: readonly Check[] = [
  checkUids,
  checkDuplicates,
  checkOptionNames,
  checkOnError,
  checkParallelism,
  checkForward,
  checkEventTime,
  checkWindows,
  checkAsyncCalls,
  checkWatermarks,
  checkAcknowledgement,
  checkSideOutputsKnown,
  checkSideOutputsDistinct,
  checkSideOutputsRead,
  checkDestinations,
  checkBranches,
];

/** Everything that is wrong with the job, in the order of its nodes, and the whole job's faults first. */
export function checkJob(job: DescribedJob): readonly Finding[] {
  const findings = CHECKS.flatMap((check) => check(job));
  const rank = (node: NodeId | undefined): number => node ?? -1;
  return findings.sort((a, b) => rank(a.node) - rank(b.node));
}
