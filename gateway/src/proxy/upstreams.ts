import { Agent, type AgentOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

export interface Upstream {
  readonly target: URL;
  /** Kept connections for short calls. */
  readonly agent: Agent;
  /** Uncapped: a long stream must never make a short call wait. */
  readonly longAgent: Agent;
}

const shared: AgentOptions = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 64 };
const mostShortCalls = 256;

/** An address to forward to, with its own connections. */
export function createUpstream(address: string): Upstream {
  const target = new URL(address);
  const Kind = target.protocol === 'https:' ? SecureAgent : Agent;
  return { target, agent: new Kind({ ...shared, maxSockets: mostShortCalls }), longAgent: new Kind(shared) };
}

export function closeUpstream({ agent, longAgent }: Upstream): void {
  agent.destroy();
  longAgent.destroy();
}
