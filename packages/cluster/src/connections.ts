import type { ProcessName } from '@inkbear/contracts/services';
import { readJson } from './cluster.ts';

interface Connections {
  readonly mongodbUri: string;
  readonly natsUrl: string;
}

/** The ports of this machine that lead to the servers of the trial. */
interface ServerPorts {
  readonly mongodb: number;
  readonly nats: number;
}

/** The connection strings in the Secret of a process, with hosts and ports that lead there from this machine. */
export async function readConnections(name: ProcessName | 'ops', ports: ServerPorts): Promise<Connections> {
  const { data } = await readJson<{ data: Record<string, string> }>('get', 'secret', `inkbear-connections-${name}`);
  const read = (key: string): URL => new URL(Buffer.from(data[key] ?? '', 'base64').toString());
  const mongodb = read('MONGODB_URI');
  mongodb.host = `127.0.0.1:${ports.mongodb}`;
  // The only member of the replica set has a name that this machine cannot resolve.
  mongodb.searchParams.delete('replicaSet');
  mongodb.searchParams.set('directConnection', 'true');
  const nats = read('NATS_URL');
  nats.host = `127.0.0.1:${ports.nats}`;
  return { mongodbUri: mongodb.href, natsUrl: nats.href };
}
