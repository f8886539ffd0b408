/**
 * Owns: how a message names a place in an item: `tags[1].name`.
 * Refuses: to be built while all is well; marshalling keeps the steps and joins them when it refuses.
 */

export type PathStep = string | number;

/** Refuses what lies at a path, for a reason that completes the sentence "attribute x ...". */
export type RefuseAttribute = (path: string, why: string) => never;

export function pathText(steps: readonly PathStep[]): string {
  return steps.map(stepText).join('');
}

function stepText(step: PathStep, at: number): string {
  if (typeof step === 'number') return `[${String(step)}]`;
  if (!/^[\w-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
  return at === 0 ? step : `.${step}`;
}
