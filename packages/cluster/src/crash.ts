import { evaluateIn } from './cluster.ts';

/**
 * Ends the process of a pod at once, without its shutdown, like kill -9. A pod cannot kill its own process 1, so this
 * opens that process's inspector and lets it exit.
 */
export async function crash(pod: string, container: string): Promise<void> {
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
    // Node would wait for the debugger at its exit, so it exits when this one has gone.
    const expression = 'void setTimeout(() => process.reallyExit(137), 200)';
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    await answered;
    socket.close();
  `;
  await evaluateIn(pod, container, script, 20_000);
}
