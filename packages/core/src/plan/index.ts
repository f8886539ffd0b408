export { compile } from './compile.js';
export { explain, type Explanation } from './explain.js';
export type * from './job-plan.js';
