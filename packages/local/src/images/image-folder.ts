import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, repositoryRoot } from '../paths.ts';
import { runCommand, type CommandResult } from '../spawn-command.ts';

/** The user of every process in an image. */
const userId = 10_001;

/**
 * Runs Node as the image's user, with the files of the image only and a read-only root. In a mount namespace, the shared
 * root is at `$1`, the image's application at `$1/app` and its keys at `$1/tmp/keys`.
 */
const enterScript = `
root="$1" app="$2" keys="$3"; shift 3
mount --bind "$root" "$root"
mount --bind "$app" "$root/app"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir "$root/tmp/keys"
mount --bind "$keys" "$root/tmp/keys"
for each in "$root" "$root/app"; do mount -o remount,bind,ro "$each"; done
exec unshare --root="$root" --wd=/app --setgid=${userId} --setuid=${userId} /usr/local/bin/node "$@"`;

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A folder with the shared root of all images and the application layers of some images, built as in the Dockerfile. */
export class ImageFolder {
  readonly #folder: string;
  /** Whether processes see only the files of their image. It needs root and mount namespaces. */
  readonly isIsolated: boolean;

  private constructor(folder: string) {
    this.#folder = folder;
    const { command, args, cwd } = this.#inNamespace('root', ['--version']);
    this.isIsolated = process.getuid?.() === 0 && spawnSync(command, args, { cwd }).status === 0;
  }

  static async create(folder: string): Promise<ImageFolder> {
    mkdirSync(path.join(folder, 'keys'), { recursive: true });
    await runScript('image-root.mjs', path.join(folder, 'root'));
    return new ImageFolder(folder);
  }

  get root(): string {
    return path.join(this.#folder, 'root');
  }

  /** The application layer of a workspace such as `services/books`. */
  appOf(workspace: string): string {
    return path.join(this.#folder, workspace.replaceAll('/', '-'));
  }

  /** The folder with the source maps of a workspace. */
  mapsOf(workspace: string): string {
    return `${this.appOf(workspace)}-maps`;
  }

  /** Path of a file of the application layer, as its process sees it. */
  pathInApp(workspace: string, file: string): string {
    return path.join(this.isIsolated ? '/app' : this.appOf(workspace), file);
  }

  /** Packs a workspace; a frontend that is already built is not built again. */
  async pack(workspace: string): Promise<void> {
    const isBuilt = existsSync(path.join(repositoryRoot, workspace, 'dist/assets.json'));
    await runScript('pack.mjs', ...(isBuilt ? ['--built'] : []), workspace, this.appOf(workspace));
  }

  /** Makes key files readable for the images' user and returns their folder, as processes see it. */
  copyKeys(from: string): string {
    if (!this.isIsolated) return from;
    const keys = path.join(this.#folder, 'keys');
    cpSync(from, keys, { recursive: true });
    for (const file of ['.', ...readdirSync(keys)]) chownSync(path.join(keys, file), userId, userId);
    return '/tmp/keys';
  }

  /** The command line of an image: `node <args>` in its folder. */
  command(workspace: string, args: readonly string[]): Command {
    if (this.isIsolated) return this.#inNamespace(workspace, args);
    return { command: path.join(this.root, 'usr/local/bin/node'), args, cwd: this.appOf(workspace) };
  }

  /** Runs the command line of an image and returns its output. */
  async run(workspace: string, args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
    const { command, args: allArgs, cwd } = this.command(workspace, args);
    return await runCommand(command, allArgs, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } });
  }

  #inNamespace(workspace: string, args: readonly string[]): Command {
    const layers = [this.root, this.appOf(workspace), path.join(this.#folder, 'keys')];
    return { command: 'unshare', args: ['--mount', 'sh', '-ec', enterScript, 'sh', ...layers, ...args], cwd: '/' };
  }
}

/** Runs a script of the repository with a umask that permits everything, so that only the script decides on modes. */
async function runScript(name: string, ...args: string[]): Promise<void> {
  const script = path.join(repositoryRoot, 'scripts', name);
  const command = ['-c', 'umask 0; exec "$@"', 'sh', pinnedNode, '--no-warnings', script, ...args];
  const { code, output } = await runCommand('sh', command);
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${output}`);
}
