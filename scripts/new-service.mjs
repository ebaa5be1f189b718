// `npm run new:service <name>`: writes the skeleton that every service has; docs/service-skeleton.md explains it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { skeletonFiles } from './service-skeleton.mjs';

const name = process.argv[2] ?? '';
const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
if (!/^[a-z][a-z0-9]{1,30}$/.test(name)) refuse('usage: npm run new:service <name>, one word in small letters');
const folder = path.join(root, 'services', name);
if (existsSync(path.join(folder, 'src'))) refuse(`services/${name} already exists.`);

for (const [file, text] of Object.entries(skeletonFiles(name))) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Inserts a text before the first occurrence of `before`, unless the file already contains it. */
function insert(file, before, text) {
  const source = readFileSync(path.join(root, file), 'utf8');
  if (source.includes(text)) return;
  if (!source.includes(before)) refuse(`${name} was not added to ${file}, which does not contain: ${before.trim()}`);
  writeFileSync(
    path.join(root, file),
    source.replace(before, () => `${text}${before}`),
  );
}
insert('packages/contracts/src/services.ts', '] as const;', `, '${name}'`);
insert(
  'packages/contracts/src/messaging.ts',
  '};\n\n/** Subject on which gateway replicas',
  `  ${name}: [...common],\n`,
);
insert('charts/inkbear/values.yaml', '\ngateway:\n', `  ${name}:\n    peers: [auth, billing]\n`);
insert(
  'skaffold.yaml',
  '    - { image: inkbear-gateway,',
  `    - { image: inkbear-${name}, docker: { target: server, buildArgs: { WORKSPACE: services/${name} } } }\n`,
);
insert(
  'skaffold.yaml',
  '          gateway.image:',
  `          services.${name}.image: "{{.IMAGE_FULLY_QUALIFIED_inkbear_${name}}}"\n`,
);
console.log(
  `Created services/${name} and added it to contracts, chart and skaffold.yaml. Next steps: docs/how-to/add-a-service.md`,
);
