// `npm run lint`: Prettier's check and all linters in sequence. Exit code 1 when one of them finds something.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pinnedNode, root } from './install.mjs';

const linters = [
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '--cache', '.'],
  ['scripts/check-dependencies.mjs'],
  ['node_modules/eslint/bin/eslint.js', '.'],
  // The rules that need types.
  ['node_modules/oxlint/bin/oxlint', '--type-aware', '.'],
  ['node_modules/stylelint/bin/stylelint.mjs', '{frontends,packages}/*/src/**/*.css'],
];

for (const [script, ...args] of linters) {
  const { status } = spawnSync(pinnedNode, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
