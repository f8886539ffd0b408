/**
 * Owns: the job that the examples embed: how often each page was seen, told with every view.
 * Refuses: to know where views come from and where counts go; the application says so.
 */
import { defineJob, type JobDefinition, type Sink, type Source } from '@millrace/core';

export interface PageView {
  readonly page: string;
}

export interface PageCount {
  readonly page: string;
  readonly views: number;
}

export interface PageViewsPlaces {
  readonly views: Source<PageView>;
  readonly counts: Sink<PageCount>;
}

export function pageViews({ views, counts }: PageViewsPlaces): JobDefinition {
  return defineJob('page-views', (env) => {
    env
      .fromSource(views, { uid: 'views' })
      .map(({ page }) => ({ page, views: 1 }))
      .keyBy(({ page }) => page)
      .reduce((sum, one) => ({ page: one.page, views: sum.views + one.views }), { uid: 'sums' })
      .sinkTo(counts, { uid: 'counts' });
  });
}
