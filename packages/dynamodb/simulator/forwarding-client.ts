/**
 * Owns: the way from the throttling endpoint to the endpoint behind it.
 * Refuses: to hold the process: its sockets go with `close`.
 */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class ForwardingClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly target: string) {}

  send(headers: IncomingHttpHeaders, body: string): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(this.target, {
        agent: this.agent,
        method: 'POST',
        headers: {
          ...headers,
          'content-length': Buffer.byteLength(body),
          connection: 'keep-alive',
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (reply) => {
        const asReply = (answer: string): HttpReply => ({
          status: reply.statusCode ?? 502,
          headers: {
            'content-type': reply.headers['content-type'] ?? 'application/x-amz-json-1.0',
          },
          body: answer,
        });
        text(reply).then(asReply).then(resolve, reject);
      });
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
