import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

export interface Upstream {
  readonly target: URL;
  /** Keep-alive connections for short calls. */
  readonly agent: Agent;
  /** Separate and without a limit, so that long streams never block short calls. */
  readonly longAgent: Agent;
}

const shared: AgentOptions = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 64 };
const maxShortCalls = 256;

/** Creates a forwarding target with its own connection pools. */
export function createUpstream(address: string): Upstream {
  const target = new URL(address);
  const AgentClass = target.protocol === 'https:' ? SecureAgent : Agent;
  return { target, agent: new AgentClass({ ...shared, maxSockets: maxShortCalls }), longAgent: new AgentClass(shared) };
}

export function closeUpstream({ agent, longAgent }: Upstream): void {
  agent.destroy();
  longAgent.destroy();
}
