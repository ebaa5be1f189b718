import http from 'node:http';
import type { Socket } from 'node:net';

export interface WireReply {
  readonly status: number;
  readonly body: string;
}

/** An HTTP client with keep-alive that counts the bytes on the wire, headers included. */
export class WireClient {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #sockets = new Set<Socket>();

  /** Throws unless the reply is a success. */
  async send(method: string, url: string, body: string, headers: Record<string, string> = {}): Promise<WireReply> {
    return await new Promise((resolve, reject) => {
      const request = http.request(
        url,
        {
          method,
          agent: this.#agent,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('error', reject)
            .on('end', () => {
              const reply = { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
              if (reply.status < 300) resolve(reply);
              else reject(new Error(`${method} ${url}: ${reply.status} ${reply.body}`));
            });
        },
      );
      request
        .on('socket', (socket) => this.#sockets.add(socket))
        .on('error', reject)
        .end(body);
    });
  }

  /** Bytes sent and received so far. */
  get bytes(): number {
    return [...this.#sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  }

  close(): void {
    this.#agent.destroy();
  }
}
