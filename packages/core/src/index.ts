/** The door for users: describe a job, run it, watch it. */
export * from './api/index.js';
export * from './host/index.js';
export * from './model/index.js';
export { explain, type Explanation } from './plan/index.js';
