// `npm run build`: all server bundles, then the four frontends.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { bundleFolders, listProcessFolders } from './bundle.mjs';
import { pinnedNode, root } from './install.mjs';

function buildFrontends() {
  const script = path.join(root, 'packages/web-build/src/build.ts');
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, ['--no-warnings', script], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build of the frontends failed (exit code ${code}).`)),
    );
  });
}

try {
  const started = Date.now();
  const folders = await listProcessFolders();
  await bundleFolders(folders);
  console.log(`bundled ${folders.length} processes in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  await buildFrontends();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
