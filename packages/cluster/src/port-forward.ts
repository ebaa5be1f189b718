import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { namespace } from './cluster.ts';

const deadlineMs = 20_000;

/** A port of this machine that leads to a port of a pod or Service. Network policies do not restrict it. */
export class PortForward {
  readonly #child: ChildProcess;
  /** The port on 127.0.0.1. */
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** @param target what kubectl takes, for example `pod/mongodb-0` or `service/prometheus` */
  static async open(target: string, port: number): Promise<PortForward> {
    const args = ['--namespace', namespace, 'port-forward', '--address=127.0.0.1', target, `:${port}`];
    const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      // kubectl prints one line for each address: "Forwarding from 127.0.0.1:<port> -> <port>".
      const [line] = (await once(child.stdout, 'data', { signal: AbortSignal.timeout(deadlineMs) })) as [Buffer];
      const [, opened] = /127\.0\.0\.1:(\d+)/.exec(line.toString()) ?? [];
      if (opened === undefined) throw new Error(`kubectl port-forward printed: ${line.toString()}`);
      return new PortForward(child, Number(opened));
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  close(): void {
    this.#child.kill();
  }
}
