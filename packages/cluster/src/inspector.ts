import { evaluateIn } from './cluster.ts';

/** Evaluates an expression in the running process of a pod, through its inspector, and does not wait for its value. */
async function evaluateInProcess(pod: string, expression: string): Promise<void> {
  const script = `
    process.kill(1, 'SIGUSR1');
    let targets;
    for (let tries = 0; !targets && tries < 100; tries += 1) {
      targets = await fetch('http://127.0.0.1:9229/json').then((reply) => reply.json(), () => undefined);
      if (!targets) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const answered = new Promise((resolve) => socket.addEventListener('message', resolve));
    const params = { expression: ${JSON.stringify(`void (${expression})`)} };
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    await answered;
    socket.close();
  `;
  await evaluateIn(pod, script, { timeoutMs: 20_000 });
}

/**
 * Ends the process of a pod at once, without its shutdown, like kill -9. A pod cannot kill its own process 1, so that
 * process exits by itself. It waits a second first: the debugger must have disconnected, because Node waits for it, and
 * `kubectl exec` must have ended.
 */
export const crash = (pod: string): Promise<void> =>
  evaluateInProcess(pod, 'setTimeout(() => process.reallyExit(137), 1000)');

/** Blocks the event loop of a pod's process for 400 of every 500 ms, until the process ends. */
export const blockEventLoop = (pod: string): Promise<void> =>
  evaluateInProcess(
    pod,
    'setInterval(() => { const end = performance.now() + 400; while (performance.now() < end); }, 500)',
  );
