import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

export interface Frontend {
  /** Folder under `frontends/`, and the name of the remote in its URL `/mfe/<name>/`. */
  readonly name: string;
  readonly role: 'shell' | 'remote';
  readonly folder: string;
  /**
   * The facade in `facades/` with which this remote bundles antd itself; null when it shares the shell's. A remote that
   * needs many components bundles them, because every page fetches the shared file whole.
   */
  readonly ownAntd: string | null;
}

/**
 * Lists every folder under `frontends/` whose package.json has `"inkbear": {"frontend": "shell" | "remote"}`, the shell
 * first. The optional `"ownAntd": "antd-admin.ts"` names the facade of a remote that bundles antd itself.
 */
export function listFrontends(only: readonly string[] = []): Frontend[] {
  const parent = path.join(root, 'frontends');
  const found = readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }): Frontend => {
      const folder = path.join(parent, name);
      const { inkbear } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
        inkbear?: { frontend?: unknown; ownAntd?: string };
      };
      const role = inkbear?.frontend;
      if (role !== 'shell' && role !== 'remote')
        throw new Error(`frontends/${name}/package.json needs "inkbear": {"frontend": "shell" or "remote"}.`);
      return { name, role, folder, ownAntd: inkbear?.ownAntd ?? null };
    });
  const unknown = only.filter((name) => !found.some((frontend) => frontend.name === name));
  if (unknown.length > 0) throw new Error(`There is no frontend called ${unknown.join(', ')}.`);
  return found
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .sort((a, b) => Number(b.role === 'shell') - Number(a.role === 'shell'));
}
