// `npm run images`: builds the images of the chart without a container engine.
import { mkdir } from 'node:fs/promises';
import { toTerminal } from '@inkbear/local/report';
import { type BuildRequest, readImageArguments, usage } from './image-arguments.ts';
import { buildAppImages, buildServerImages, importWith, moveTo } from './images.ts';

async function build({ images, repository, tag, withServers, destination }: BuildRequest): Promise<void> {
  if (destination.kind === 'folder') await mkdir(destination.folder, { recursive: true });
  const options = {
    deliver: destination.kind === 'folder' ? moveTo(destination.folder) : importWith(destination.command),
    report: toTerminal,
  };
  await buildAppImages(images, { repository, tag, ...options });
  if (withServers) await buildServerImages(options);
  if (destination.kind === 'folder') toTerminal(`The archives are in ${destination.folder}.`);
}

const request = readImageArguments(process.argv.slice(2));
switch (request.kind) {
  case 'help':
    toTerminal(usage);
    break;
  case 'invalid':
    process.stderr.write(`${request.message}\n${usage}\n`);
    process.exitCode = 2;
    break;
  case 'build':
    await build(request);
}
