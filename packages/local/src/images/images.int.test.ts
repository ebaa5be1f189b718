import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { frontendNames, serviceNames } from '@inkbear/contracts/services';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { freePorts } from '../free-port.ts';
import { pinnedNode, repositoryRoot } from '../paths.ts';
import { checkReadiness, type ProcessPlan } from '../process-plan.ts';
import { nodeOptions, type PlanContext, planProcesses } from '../product-processes.ts';
import { runCommand } from '../spawn-command.ts';
import { type RunningInkbear, startInkbear } from '../start.ts';
import { ImageFolder } from './image-folder.ts';
import { listLibraries } from '../../../../scripts/image-root.mjs';

const maxBytes = 150_000_000;
const services = serviceNames.map((name) => `services/${name}`);
const frontends = frontendNames.map((name) => `frontends/${name}`);
const workspaces = isDeep
  ? [...services, 'gateway', 'packages/operations', ...frontends]
  : ['services/ai', 'services/admin', 'frontends/shell'];
const style = 'services/ai';

const { MONGODB_URI: _uri, NATS_URL: _nats, ...env } = process.env;
let folder: string;
let images: ImageFolder;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-images-'));
  images = await ImageFolder.create(folder);
  for (const workspace of workspaces) await images.pack(workspace);
  if (!images.isIsolated)
    process.stdout.write('Images run without isolation: root or mount namespaces are not available.\n');
}, 1_200_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder and all files and folders below it, as relative paths. */
const listEntries = (from: string): string[] => ['.', ...readdirSync(from, { recursive: true }).map(String).sort()];
const listFiles = (from: string): string[] =>
  listEntries(from).filter((entry) => lstatSync(path.join(from, entry)).isFile());
const bytesOf = (from: string): number =>
  listFiles(from).reduce((bytes, file) => bytes + lstatSync(path.join(from, file)).size, 0);
const modeOf = (file: string): number => lstatSync(file).mode & 0o7777;
/** Entries that the group or others may write. */
const listWritable = (from: string): string[] =>
  listEntries(from).filter((entry) => (modeOf(path.join(from, entry)) & 0o022) !== 0);

describe('the root of all images', () => {
  it('holds Node, its libraries and the names of users, and no other program', () => {
    const files = listFiles(images.root);
    const isLibrary = (file: string): boolean => /^lib.*\/(?:lib|ld-)[\w+.-]+\.so(?:\.\d+)*$/.test(file);
    expect(files.filter(isLibrary).length).toBeGreaterThan(3);
    expect(files.filter((file) => !isLibrary(file))).toEqual(['etc/group', 'etc/passwd', 'usr/local/bin/node']);
  });

  it('lets processes write to /tmp only', () => {
    expect(listWritable(images.root)).toEqual(['tmp']);
    expect(modeOf(path.join(images.root, 'tmp'))).toBe(0o1777);
  });

  it('is equal in every run, with its times, so that all images share one layer', async () => {
    const again = await ImageFolder.create(path.join(folder, 'again'));
    const describeFiles = (root: string): object[] =>
      listEntries(root).map((file) => {
        const { mode, mtimeMs, size } = lstatSync(path.join(root, file));
        return { file, mode, mtimeMs, size };
      });
    expect(describeFiles(again.root)).toEqual(describeFiles(images.root));
  });

  it.each(['strip', 'ldd'])('is not made without %s, and says so', async (missing) => {
    const tools = path.join(folder, `without-${missing}`);
    await mkdir(tools);
    // `strip` comes first, so a directory with only that one lacks `ldd`.
    if (missing === 'ldd') spawnSync('sh', ['-c', `ln -s "$(command -v strip)" '${tools}/strip'`]);
    const script = path.join(repositoryRoot, 'scripts/image-root.mjs');
    const made = await runCommand(pinnedNode, [script, path.join(tools, 'root')], { env: { PATH: tools } });
    expect(made).toEqual({ code: 1, output: expect.stringContaining(`${missing} is not installed; it comes with`) });
  });
});

describe.each(workspaces)('the image of %s', (workspace) => {
  it(`has less than ${maxBytes / 1e6} MB`, () => {
    const [root, app] = [bytesOf(images.root), bytesOf(images.appOf(workspace))];
    const megabytes = ((root + app) / 1e6).toFixed(1);
    process.stdout.write(`${workspace.padEnd(20)} ${(app / 1e6).toFixed(1).padStart(5)} ${megabytes.padStart(6)} MB\n`);
    expect(app).toBeGreaterThan(1e6);
    expect(root + app).toBeLessThan(maxBytes);
  });

  it('holds no source maps, which lie in a folder of their own', () => {
    const files = listFiles(images.appOf(workspace));
    const inline = files.filter(
      (file) =>
        /\.[cm]?js$/.test(file) &&
        readFileSync(path.join(images.appOf(workspace), file), 'utf8').includes('sourceMappingURL=data:'),
    );
    expect([...files.filter((file) => file.endsWith('.map')), ...inline]).toEqual([]);
    const { sources } = JSON.parse(readFileSync(path.join(images.mapsOf(workspace), 'main.js.map'), 'utf8')) as {
      sources: string[];
    };
    // Maps that packages bring along name files that they do not publish.
    const ours = sources.filter((source) => !source.includes('node_modules/'));
    expect(ours.length).toBeGreaterThan(30);
    expect(ours.filter((source) => !existsSync(path.join(repositoryRoot, source)))).toEqual([]);
  });

  it('holds no file that its user may write', () => {
    expect(listWritable(images.appOf(workspace))).toEqual([]);
  });

  it('contains every library that a native add-on of the image loads', async () => {
    const app = images.appOf(workspace);
    for (const addon of listFiles(app).filter((file) => file.endsWith('.node'))) {
      const libraries = listLibraries(path.join(app, addon));
      const missing = libraries.filter((file) => !file.startsWith(app) && !existsSync(path.join(images.root, file)));
      expect({ addon, missing, isRead: libraries.length > 0 }).toEqual({ addon, missing: [], isRead: true });
    }
  });
});

/** Plans the packed processes as their images run them, and a server for each packed frontend. */
async function planImages(context: PlanContext): Promise<ProcessPlan[]> {
  // The bundles of the checkout may be missing; plans for sources have the same environment.
  const processes = (await planProcesses({ ...context, dev: true })).flatMap((plan) => {
    const workspace = plan.name === 'gateway' ? plan.name : `services/${plan.name}`;
    return workspaces.includes(workspace) ? [{ workspace, plan }] : [];
  });
  const keysFolder = context.data.file('keys');
  const keys = images.copyKeys(keysFolder);
  const packedFrontends = frontendNames.filter((name) => workspaces.includes(`frontends/${name}`));
  const ports = await freePorts(packedFrontends.length);
  const servers = packedFrontends.map((name, index) => planFrontend(name, ports[index] ?? 0, context));
  const assets = servers.map(({ env: { FRONTEND = '' }, url }) => [`${FRONTEND.toUpperCase()}_ASSETS`, url]);
  const ownEnv = ({ HOT_RELOAD_URL: _url, NODE_COMPILE_CACHE: _cache, ...names }: Record<string, string>) =>
    Object.fromEntries(Object.entries(names).map(([name, value]) => [name, value.replace(keysFolder, keys)]));
  return [
    ...servers,
    ...processes.map(({ workspace, plan }) => ({
      ...plan,
      ...images.command(workspace, ['--no-warnings', 'dist/main.js', ...plan.args.slice(plan.args.indexOf('serve'))]),
      env: { ...ownEnv(plan.env), ...Object.fromEntries(assets), NODE_ENV: 'production' },
    })),
  ];
}

function planFrontend(name: string, port: number, { data }: PlanContext): ProcessPlan {
  const workspace = `frontends/${name}`;
  const url = `http://127.0.0.1:${port}`;
  return {
    name: `frontend-${name}`,
    ...images.command(workspace, ['--no-warnings', 'dist/main.js']),
    env: {
      PATH: env['PATH'] ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      FRONTEND: name,
      FRONTEND_FOLDER: images.pathInApp(workspace, 'frontend'),
    },
    url,
    logFile: data.file(`logs/frontend-${name}.log`),
    stopRank: 0,
    whyNotReady: () => checkReadiness(`${url}/readyz`),
  };
}

describe('the processes of images', () => {
  let running: RunningInkbear | undefined;
  beforeAll(async () => {
    const dataDir = path.join(folder, 'data');
    running = await startInkbear({ dataDir, build: false, seed: false, plan: planImages, machineEnv: env });
  }, 300_000);
  afterAll(() => running?.stop());

  it('become ready with the files of the images only, and migrate their databases', () => {
    const started = workspaces
      .filter((workspace) => workspace !== 'packages/operations')
      .map((workspace) => workspace.replace('services/', '').replace('frontends/', 'frontend-'));
    expect(Object.keys(running?.processes ?? {})).toEqual(expect.arrayContaining(started));
  });

  it('answer requests', async () => {
    const at = (name: string, route: string): Promise<Response> =>
      fetch(new URL(route, running?.processes[name]?.url), { signal: AbortSignal.timeout(10_000) });
    const statuses = [await at('ai', '/healthz'), await at('frontend-shell', '/assets.json')].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200]);
    if (isDeep) expect(await (await at('gateway', '/')).text()).toContain('/mfe/shell/');
  });
});

describe('a command in an image', () => {
  it('runs as a user with a name and without a shell', async () => {
    const code = `
      import { spawnSync } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import os from 'node:os';
      const codeOf = (work) => { try { work(); return 'allowed'; } catch ({ code }) { return code; } };
      const shell = spawnSync('/bin/sh', ['-c', 'true']).error?.code;
      writeFileSync('/tmp/file', '');
      const { username, uid, gid } = os.userInfo();
      const writes = ['/file', '/app/dist/main.js', '/usr/local/bin/node'].map((file) => codeOf(() => writeFileSync(file, '')));
      console.log(JSON.stringify({ username, uid, gid, groups: process.getgroups(), shell, writes }));`;
    if (!images.isIsolated) return;
    const { output } = await images.run(style, ['--input-type=module', '--eval', code]);
    expect(JSON.parse(output)).toEqual({
      username: 'inkbear',
      uid: 10_001,
      gid: 10_001,
      groups: [10_001],
      shell: 'ENOENT',
      writes: ['EROFS', 'EROFS', 'EROFS'],
    });
  });

  it('lists the commands of a service', async () => {
    const { code, output } = await images.run(style, ['--no-warnings', 'dist/main.js', 'ops', '--help']);
    expect([code, output]).toEqual([0, expect.stringContaining('dead-letters')]);
  });

  if (isDeep)
    it('runs the commands of operators and prepares the MongoDB of a trial, in the operations image', async () => {
      const operate = (main: string, ...words: string[]) =>
        images.run('packages/operations', ['--no-warnings', main, ...words]);
      expect((await operate('dist/main.js', '--help')).output).toContain('verify-backup');
      expect((await operate('dist/trial-mongodb/main.js')).output).toContain('These settings are wrong');
    });
});

describe('the style checker of the packed ai service', () => {
  let output: string;
  beforeAll(async () => {
    const worker = JSON.stringify(images.pathInApp(style, 'dist/style/check-style.worker.js'));
    const code = `
      const { default: check } = await import(${worker});
      const issues = await check({ text: 'She seen an cat.', dialect: 'us' });
      const { stack } = await check({ text: 5, dialect: 'us' }).catch((error) => error);
      console.log(JSON.stringify({ issues, stack }));`;
    ({ output } = await images.run(style, ['--input-type=module', '--eval', code]));
  });

  it('works with the files of harper.js that are packed', () => {
    const { issues } = JSON.parse(output) as { issues: object[] };
    expect(issues).toContainEqual(expect.objectContaining({ text: 'an', suggestion: 'a' }));
  });

  it('logs stacks with names of functions, whose positions scripts/resolve-stack.mjs turns into lines of sources', () => {
    const { stack } = JSON.parse(output) as { stack: string };
    expect(stack).toMatch(/at checkablePieces.* \(file:\/\/\S+\/dist\/style\/check-style\.worker\.js:\d+:\d+\)/);
    const script = path.join(repositoryRoot, 'scripts/resolve-stack.mjs');
    const resolved = spawnSync(pinnedNode, [script, images.mapsOf(style)], { input: output, encoding: 'utf8' });
    const file = 'services/ai/src/style/checkable-pieces.ts';
    const [, line = ''] = new RegExp(`checkablePieces.*? \\(${file}:(\\d+):\\d+\\)`).exec(resolved.stdout) ?? [];
    const source = readFileSync(path.join(repositoryRoot, file), 'utf8');
    expect(source.split('\n')[Number(line) - 1]).toContain('text.matchAll');
  });
});

describe('the Dockerfile', () => {
  it('builds with the pinned Node', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    const dockerfile = readFileSync(path.join(repositoryRoot, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${devDependencies.node}-`);
  });

  it('starts Node with the options of a local start', () => {
    const dockerfile = readFileSync(path.join(repositoryRoot, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain(`CMD ${JSON.stringify([...nodeOptions, 'dist/main.js']).replaceAll(',', ', ')}\n`);
  });
});
