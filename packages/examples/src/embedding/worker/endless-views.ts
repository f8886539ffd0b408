/**
 * Owns: views without end, in place of the queue that a worker of yours reads.
 * Refuses: to be faster than the sink: the job asks for as many as it has credit for.
 */
import type { Source } from '@millrace/core';
import { appendRecord, NO_TIMESTAMP, type Run } from '@millrace/core/connector';
import type { PageView } from '../page-views.js';

const PAGES = ['/', '/docs', '/blog'] as const;

export function endlessViews(): Source<PageView> {
  return {
    name: 'endless-views',
    boundedness: 'unbounded',
    createReader: () => {
      let views = 0;
      const poll = (run: Run<PageView>, recordsMax: number) => {
        for (const end = views + recordsMax; views < end; views++) {
          appendRecord(run, { page: PAGES[views % PAGES.length]! }, NO_TIMESTAMP);
        }
        return 'more-available' as const;
      };
      return { open: () => undefined, poll, close: () => undefined };
    },
  };
}
