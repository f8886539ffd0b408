/** The door for users: describe a job, run it, watch it. */
export * from './model/index.js';
