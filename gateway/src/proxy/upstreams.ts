import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

/** A service or frontend server, with its connection pools. */
export interface Upstream {
  readonly target: URL;
  /** Keep-alive connections for short calls. */
  readonly agent: Agent;
  /** Connections for long calls: a separate pool without a limit, so that streams never block short calls. */
  readonly longAgent: Agent;
}

const shared: AgentOptions = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 64 };
/** Connections to one service or frontend server for short calls. */
export const maxShortCalls = 256;

/** Creates the connection pools of a service or frontend server. */
export function createUpstream(address: string): Upstream {
  const target = new URL(address);
  const AgentClass = target.protocol === 'https:' ? SecureAgent : Agent;
  return { target, agent: new AgentClass({ ...shared, maxSockets: maxShortCalls }), longAgent: new AgentClass(shared) };
}

export function closeUpstream({ agent, longAgent }: Upstream): void {
  agent.destroy();
  longAgent.destroy();
}
