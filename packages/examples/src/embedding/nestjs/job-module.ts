/**
 * Owns: the module that brings one running job into a NestJS application.
 * Refuses: to choose the job; `forRoot` is given it.
 */
import { Module, type DynamicModule } from '@nestjs/common';
import { RUNNING_JOB_OPTIONS, RunningJob, type RunningJobOptions } from './running-job.js';

@Module({})
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- to NestJS a module is a class
export class JobModule {
  static forRoot(options: RunningJobOptions): DynamicModule {
    const given = { provide: RUNNING_JOB_OPTIONS, useValue: options };
    return { module: JobModule, providers: [given, RunningJob], exports: [RunningJob] };
  }
}
