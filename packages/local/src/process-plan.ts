/** One process as data: what the supervisor needs to know, nothing about what the process is for. */
export interface ProcessPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly logFile: string;
  /** One of `stopRanks`: lower ends earlier. */
  readonly stopRank: number;
  /** Runs to its end before the first start. */
  readonly migrate?: { readonly command: string; readonly args: readonly string[] };
  /** `undefined` when ready, else why not, in a few words. */
  readonly whyNotReady: () => Promise<string | undefined>;
}

/** Asks an HTTP process; the reason of a problem reply is passed on. */
export async function askReadiness(url: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(3000) });
    const body = await reply.text();
    return reply.ok ? undefined : `${reply.status} ${body.slice(0, 300)}`.trim();
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    return cause === 'ECONNREFUSED' ? 'does not listen yet' : (cause ?? 'does not answer');
  }
}
