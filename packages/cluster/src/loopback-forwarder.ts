import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** Forwards a port of this machine to an address of the cluster, so that browsers and load use only loopback. */
export class LoopbackForwarder {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(
    port: number,
    target: { readonly host: string; readonly port: number },
  ): Promise<LoopbackForwarder> {
    const server = createServer((client) => {
      const upstream = connect(target);
      client.pipe(upstream).pipe(client);
      client.on('error', () => upstream.destroy());
      upstream.on('error', () => client.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackForwarder(server);
  }

  close(): void {
    this.#server.close();
  }
}
