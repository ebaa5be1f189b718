// `npm run images`: builds the images of the chart without a container engine.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Report, toTerminal } from '@inkbear/local/report';
import { appImages, buildAppImages, buildServerImages, importWith, moveTo, repository } from './images.ts';

const usage = `usage: npm run images -- [name…] [--repository ${repository}] [--tag 0.0.0] [--servers]
  [--out images]           the folder of the archives (OCI image layout)
  [--import '<command>']   instead of a folder: a command that gets the path of each archive
--servers also builds images of MongoDB, NATS and Prometheus from the programs of this machine.
names: ${appImages.map(({ name }) => name).join(', ')} (default: all)`;

const toError: Report = (line) => void process.stderr.write(`${line}\n`);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        repository: { type: 'string', default: repository },
        tag: { type: 'string', default: '0.0.0' },
        out: { type: 'string', default: 'images' },
        import: { type: 'string' },
        servers: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    toError(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const unknown = positionals.filter((name) => !appImages.some((image) => image.name === name));
if (values.help || unknown.length > 0) {
  toError(unknown.length > 0 ? `There is no image ${unknown.join(', ')}.\n${usage}` : usage);
  process.exit(values.help ? 0 : 2);
}
const folder = path.resolve(values.out);
if (values.import === undefined) await mkdir(folder, { recursive: true });
const options = {
  deliver: values.import === undefined ? moveTo(folder) : importWith(values.import),
  report: toTerminal,
};
const chosen = appImages.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
await buildAppImages(chosen, { repository: values.repository, tag: values.tag, ...options });
if (values.servers) await buildServerImages(options);
if (values.import === undefined) toTerminal(`The archives are in ${folder}.`);
