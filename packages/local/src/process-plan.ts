/** Describes a process for the supervisor: how to run it and how to check its readiness. */
export interface ProcessPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  /** The address from which Prometheus reads the process's metrics; MongoDB, NATS and the dev server have none. */
  readonly metricsUrl?: string;
  readonly logFile: string;
  /** One of `stopRanks`; a lower rank is stopped earlier. */
  readonly stopRank: number;
  /** Niceness of the process. Above 0 it yields CPU time to the others, so that its heavy work does not delay saves. */
  readonly niceness?: number;
  /** Resolves with undefined when the process is ready, otherwise with the reason why it is not. */
  readonly whyNotReady: () => Promise<string | undefined>;
}

/** Readiness check over HTTP; an error response is returned as the reason. */
export async function checkReadiness(url: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(3000) });
    const body = await reply.text();
    return reply.ok ? undefined : `${reply.status} ${body.slice(0, 300)}`.trim();
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    return cause === 'ECONNREFUSED' ? 'does not listen yet' : (cause ?? 'does not answer');
  }
}
