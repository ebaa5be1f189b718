import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type State = 'forwarding' | 'silent' | 'refusing';

/**
 * A proxy in front of a server, which fails in the two ways in which a server disappears: `silence` loses every packet
 * (a killed pod, a cut route), `refuse` closes and refuses connections (a killed process).
 */
export class TcpProxy {
  readonly #target: { readonly port: number; readonly host: string };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #state: State = 'forwarding';

  private constructor(target: { readonly port: number; readonly host: string }) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async start(target: URL): Promise<TcpProxy> {
    const proxy = new TcpProxy({ port: Number(target.port), host: target.hostname });
    await proxy.#listen();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** Forwards nothing any more, on open and on new connections, and closes none of them. */
  silence(): void {
    this.#state = 'silent';
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Open connections are reset and new ones refused. */
  async refuse(): Promise<void> {
    this.#state = 'refusing';
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  /** New connections are forwarded again; silent ones stay silent, as after a restart with another address. */
  async recover(): Promise<void> {
    if (this.#state === 'refusing') await this.#listen();
    this.#state = 'forwarding';
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #accept(client: Socket): void {
    this.#track(client);
    if (this.#state !== 'forwarding') return;
    const server = connect(this.#target);
    this.#track(server);
    client.pipe(server).pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
