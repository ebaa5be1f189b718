import path from 'node:path';
import { parseArgs } from 'node:util';
import { type AppImage, appImages, repository } from './images.ts';

export const usage = `usage: npm run images -- [name…] [--repository ${repository}] [--tag 0.0.0] [--servers]
  [--out images]           the folder of the archives (OCI image layout)
  [--import '<command>']   instead of a folder: a command that gets the path of each archive
--servers also builds images of MongoDB, NATS and Prometheus from the programs of this machine.
names: ${appImages.map(({ name }) => name).join(', ')} (default: all)`;

/** Where finished archives go: into a folder, given by its absolute path, or to a command. */
type Destination =
  { readonly kind: 'folder'; readonly folder: string } | { readonly kind: 'command'; readonly command: string };

export interface BuildRequest {
  readonly kind: 'build';
  readonly images: readonly AppImage[];
  readonly repository: string;
  readonly tag: string;
  readonly withServers: boolean;
  readonly destination: Destination;
}

type ImageArguments = BuildRequest | { readonly kind: 'help' } | { readonly kind: 'invalid'; readonly message: string };

/** Reads the words after `npm run images --`. */
export function readImageArguments(words: readonly string[]): ImageArguments {
  const parsed = parse(words);
  if ('message' in parsed) return invalid(parsed.message);
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  const unknown = positionals.filter((name) => !appImages.some((image) => image.name === name));
  if (unknown.length > 0) return invalid(`There is no image ${unknown.join(', ')}.`);
  if (values.out !== undefined && values.import !== undefined)
    return invalid('--out and --import exclude each other: an imported archive is not kept.');
  return {
    kind: 'build',
    images: appImages.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    repository: values.repository,
    tag: values.tag,
    withServers: values.servers,
    destination:
      values.import === undefined
        ? { kind: 'folder', folder: path.resolve(values.out ?? 'images') }
        : { kind: 'command', command: values.import },
  };
}

const invalid = (message: string): ImageArguments => ({ kind: 'invalid', message });

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        repository: { type: 'string', default: repository },
        tag: { type: 'string', default: '0.0.0' },
        out: { type: 'string' },
        import: { type: 'string' },
        servers: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return error as Error;
  }
}
