import { connect } from 'node:net';
import type { DataFolder } from './data-folder.ts';
import { refuseOldNats } from './find-nats-server.ts';
import { freePorts } from './free-port.ts';
import { inheritedEnv, type Env } from './paths.ts';
import type { ProcessPlan } from './process-plan.ts';
import { stopRanks } from './processes-of-run.ts';
import { writePrivateFile } from './secrets.ts';
import { messageOf, StartError } from './start-error.ts';
import { findVersion } from './version.ts';

interface ServerInfo {
  readonly version?: string;
  readonly jetstream?: boolean;
}

/** Reads the `INFO` line that a NATS server sends on connect. */
export function readServerInfo(host: string, port: number, timeoutMs = 3000): Promise<ServerInfo> {
  return new Promise((resolve, reject) => {
    let greeting = '';
    const socket = connect({ host, port, timeout: timeoutMs });
    const finish = (result: ServerInfo | Error): void => {
      socket.destroy();
      if (result instanceof Error) reject(result);
      else resolve(result);
    };
    socket
      .once('error', finish)
      .once('timeout', () => finish(new Error('does not answer')))
      .once('end', () => finish(new Error('closed the connection without an INFO line')));
    socket.on('data', (chunk) => {
      greeting += chunk.toString();
      if (!greeting.includes('\r\n')) return;
      try {
        finish(JSON.parse(greeting.slice(greeting.indexOf('{'), greeting.indexOf('\r\n'))) as ServerInfo);
      } catch {
        finish(new Error('does not speak NATS'));
      }
    });
  });
}

interface NatsPlan {
  readonly data: DataFolder;
  readonly command: string;
  readonly env: Env;
  /** Users and permissions, in NATS configuration syntax. */
  readonly authorization: string;
}

/** Plans a nats-server with JetStream that only accepts the configured users. */
export async function planNats({ data, command, env, authorization }: NatsPlan): Promise<ProcessPlan> {
  const [port] = await freePorts(1, env);
  if (port === undefined) throw new Error('There is no free port for nats-server.');
  const config = data.file('nats.conf');
  writePrivateFile(config, authorization);
  const listen = ['--addr', '127.0.0.1', '--port', String(port)];
  return {
    name: 'nats',
    command,
    args: ['--config', config, ...listen, '--jetstream', '--store_dir', data.folder('nats')],
    cwd: data.path,
    env: inheritedEnv(env),
    url: `127.0.0.1:${port}`,
    logFile: data.file('logs/nats.log'),
    stopRank: stopRanks.nats,
    whyNotReady: () =>
      readServerInfo('127.0.0.1', port).then((info) => (info.jetstream ? undefined : 'JetStream is not up'), messageOf),
  };
}

/** Checks an external NATS server: it must be recent enough and have JetStream enabled. */
export async function checkExternalNats(natsUrl: string): Promise<void> {
  const [first = natsUrl] = natsUrl.split(',');
  const address = new URL(first.includes('://') ? first : `nats://${first}`);
  const info = await readServerInfo(address.hostname, Number(address.port || 4222)).catch((error: unknown) => {
    throw new StartError(`NATS_URL (${address.host}) ${messageOf(error)}.`);
  });
  try {
    refuseOldNats(`NATS_URL (${address.host})`, findVersion(info.version ?? ''));
  } catch (error) {
    throw new StartError(`${messageOf(error)}.`);
  }
  if (!info.jetstream)
    throw new StartError(`NATS_URL (${address.host}) runs without JetStream; start it with --jetstream.`);
}
