// `npm run typecheck`: two programs for the whole repository, servers and browsers. The compiler is TypeScript 7, which is
// native; ESLint's parser needs the API of TypeScript 6, which is installed beside it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pinnedNode, root } from './install.mjs';

const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');
const results = ['tsconfig.json', 'tsconfig.frontends.json'].map(
  (config) => spawnSync(pinnedNode, [tsc, '-p', path.join(root, config)], { cwd: root, stdio: 'inherit' }).status,
);
process.exitCode = results.every((status) => status === 0) ? 0 : 1;
