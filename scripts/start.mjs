// `npm start [-- --reset]` and `npm run dev`: installs missing packages, then runs packages/local on the pinned Node 24.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root } from './install.mjs';

try {
  await ensureInstalled();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// The child notices by the closed IPC channel when this process has ended, even after SIGKILL.
const child = spawn(
  pinnedNode,
  ['--no-warnings', path.join(root, 'packages/local/src/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm sends SIGTERM only to its shell, which exits without forwarding it, so stop when the parent process has changed.
const parent = process.ppid;
const watch =
  process.env.npm_lifecycle_event &&
  setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500).unref();
child.once('error', (error) => {
  console.error(`Node 24 could not be started: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
