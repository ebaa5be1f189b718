// Completes package-lock.json after `npm install`. When a registry mirror does not have a package's builds for other
// platforms yet, npm leaves them out of the lock file, and `npm ci` then rejects the whole file. This script adds those
// entries without an integrity hash, except for Linux on x64 or arm64, where they would be installed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const file = path.join(root, 'package-lock.json');
const systems = ['darwin', 'win32', 'android', 'freebsd', 'openharmony', 'linux'];
const processors = ['wasm32', 'arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'arm'];
const lock = JSON.parse(readFileSync(file, 'utf8'));
const known = Object.keys(lock.packages);
const added = [];

for (const parent of known) {
  const { optionalDependencies = {}, dev, peer } = lock.packages[parent];
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (
      !/^\d/.test(version) ||
      known.some((at) => at === `node_modules/${name}` || at.endsWith(`/node_modules/${name}`))
    )
      continue;
    const os = systems.find((each) => name.includes(each));
    const cpu = processors.find((each) => name.includes(`-${each}`));
    if (!cpu || (os === 'linux' && (cpu === 'x64' || cpu === 'arm64'))) continue;
    const nesting = parent.lastIndexOf('node_modules/');
    lock.packages[`${parent.slice(0, Math.max(nesting, 0))}node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev && { dev }),
      optional: true,
      ...(os && { os: [os] }),
      ...(peer && { peer }),
    };
    added.push(`${name}@${version}`);
  }
}

const { '': project, ...rest } = lock.packages;
lock.packages = {
  '': project,
  ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))),
};
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `added ${added.length}: ${added.join(', ')}` : 'package-lock.json is complete');
