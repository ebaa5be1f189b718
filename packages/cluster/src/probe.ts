import { evaluateIn } from './cluster.ts';

export interface Target {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

const timeoutMs = 2000;

/** The targets to which a pod can open a TCP connection. */
export async function findOpen(pod: string, targets: readonly Target[]): Promise<string[]> {
  const script = `
    import { connect } from 'node:net';
    const tryTarget = ({ name, host, port }) => new Promise((resolve) => {
      const socket = connect({ host, port });
      const end = (isOpen) => { socket.destroy(); resolve(isOpen ? [name] : []); };
      socket.setTimeout(${timeoutMs}, () => end(false)).on('connect', () => end(true)).on('error', () => end(false));
    });
    const open = await Promise.all(${JSON.stringify(targets)}.map(tryTarget));
    console.log(JSON.stringify(open.flat()));
  `;
  return JSON.parse(await evaluateIn(pod, script)) as string[];
}
