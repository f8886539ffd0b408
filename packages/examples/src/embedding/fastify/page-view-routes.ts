/**
 * Owns: the routes of the service: views in, health out, and which status each refusal gets.
 * Refuses: to wait for a view to be written. 202 says that it was accepted, and the ending of the
 *   service tells of every view that was accepted and not written.
 */
import { isMillraceError, type JobHealth } from '@millrace/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageView } from '../page-views.js';

export interface PageViewRoutesParts {
  readonly offer: (view: PageView) => void;
  readonly health: () => JobHealth;
}

const VIEW = {
  type: 'object',
  required: ['page'],
  properties: { page: { type: 'string', minLength: 1 } },
} as const;

/** By the code of the refusal. The full one is worth another try here, the stopping one elsewhere. */
const REFUSALS = new Map([
  ['INTAKE_FULL', { status: 429, headers: { 'retry-after': '1' } }],
  ['INTAKE_STOPPING', { status: 503, headers: { 'retry-after': '1', connection: 'close' } }],
]);

export function addPageViewRoutes(app: FastifyInstance, parts: PageViewRoutesParts): void {
  app.setErrorHandler((error, _, reply) => refusal(error, reply));
  app.post<{ Body: PageView }>('/views', { schema: { body: VIEW } }, async (request, reply) => {
    parts.offer({ page: request.body.page });
    return reply.code(202).send();
  });
  // Ready for traffic: what a load balancer asks.
  app.get('/health/ready', async (_, reply) => {
    const health = parts.health();
    return reply.code(health.status === 'ready' ? 200 : 503).send(health);
  });
  // Worth keeping alive: a process that starts or drains must not be killed for it.
  app.get('/health/live', async (_, reply) => {
    const health = parts.health();
    return reply.code(health.status === 'failed' ? 503 : 200).send(health);
  });
}

// What is not a refusal of ours is for Fastify to answer.
function refusal(error: unknown, reply: FastifyReply): FastifyReply {
  const known = isMillraceError(error) ? REFUSALS.get(error.code) : undefined;
  if (known === undefined || !isMillraceError(error)) return reply.send(error);
  const { code, message } = error;
  return reply.code(known.status).headers(known.headers).send({ code, message });
}
