// `npm run new:service <name>`: writes the skeleton that every service has; docs/service-skeleton.md explains it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { root } from './install.mjs';
import { skeletonFiles } from './service-skeleton.mjs';

const name = process.argv[2] ?? '';
const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
if (!/^[a-z][a-z0-9]{1,30}$/.test(name)) refuse('usage: npm run new:service <name>, one lowercase word');
const folder = `services/${name}`;
if (existsSync(path.join(root, folder, 'src'))) refuse(`${folder} already exists.`);

/** Where the repository names all services: `text` is inserted before the first `before`. */
const insertions = [
  {
    file: 'packages/contracts/src/services.ts',
    before: '] as const;\nexport type ServiceName',
    text: `  '${name}',\n`,
  },
  {
    file: 'packages/contracts/src/messaging.ts',
    before: '};\n\n/** Subject on which gateway replicas',
    text: `  ${name}: [...consumedByEveryService],\n`,
  },
  { file: 'charts/inkbear/values.yaml', before: '\ngateway:\n', text: `  ${name}:\n    peers: [auth, billing]\n` },
  {
    file: 'skaffold.yaml',
    before: '    - { image: inkbear-gateway,',
    text: `    - { image: inkbear-${name}, docker: { target: server, buildArgs: { WORKSPACE: ${folder} } } }\n`,
  },
  {
    file: 'skaffold.yaml',
    before: '          gateway.image:',
    text: `          services.${name}.image: '{{.IMAGE_FULLY_QUALIFIED_inkbear_${name}}}'\n`,
  },
];

/** The new content of every file, by path. Nothing is written when a file no longer contains its anchor. */
const contents = new Map(Object.entries(skeletonFiles(name)).map(([file, text]) => [`${folder}/${file}`, text]));
for (const { file, before, text } of insertions) {
  const source = contents.get(file) ?? readFileSync(path.join(root, file), 'utf8');
  if (!source.includes(before)) refuse(`${file} does not contain: ${before.trim()}`);
  contents.set(
    file,
    source.replace(before, () => `${text}${before}`),
  );
}

for (const [file, text] of contents) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  const { inferredParser } = await getFileInfo(target, { resolveConfig: false });
  const options = { ...(await resolveConfig(target)), filepath: target };
  writeFileSync(target, inferredParser === null ? text : await format(text, options));
}
console.log(
  `Created ${folder} and added it to contracts, chart and skaffold.yaml. Next steps: docs/how-to/add-a-service.md`,
);
