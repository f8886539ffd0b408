/**
 * Owns: the cases by name: windows of an hour, one after the other, and one each second.
 */
import { hours, seconds, sliding, tumbling } from '@millrace/core';
import { SLIDE_MS, type WindowCase } from './window-case.js';

export type WindowCaseName = 'tumbling' | 'sliding';

const HOUR_MS = hours(1);

export const WINDOW_CASES: Readonly<Record<WindowCaseName, WindowCase>> = {
  tumbling: { assigner: () => tumbling(HOUR_MS), windowsPerRecord: 1 },
  sliding: {
    assigner: () => sliding(HOUR_MS, seconds(1)),
    windowsPerRecord: HOUR_MS / SLIDE_MS,
  },
};
