// Checks the direction of imports between folders: `node scripts/check-dependencies.mjs`, a part of `npm run lint`.
// Exit code 1 when a rule of packages/eslint-config/dependency-rules.js is broken.
import { globSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import { cruiseOptions, resolveOptions } from '../packages/eslint-config/dependency-rules.js';
import { root } from './install.mjs';

process.chdir(root);
const folders = globSync(['services/*/src', 'gateway/src', 'frontends/*/src', 'packages/*/src']);
const { output } = await cruise(folders, cruiseOptions, resolveOptions);
const { summary } = JSON.parse(output);
for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} → ${to}`);
console.log(`${summary.violations.length} forbidden imports among ${summary.totalDependenciesCruised}`);
if (summary.violations.length > 0) process.exitCode = 1;
