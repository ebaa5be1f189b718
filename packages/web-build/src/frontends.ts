import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

export interface Frontend {
  /** Folder under `frontends/`, name of the remote and of its address `/mfe/<name>/`. */
  readonly name: string;
  readonly role: 'shell' | 'remote';
  readonly folder: string;
  /**
   * Bundles antd through this file of `facades/` instead of sharing the shell's; null for all that share it. A remote
   * that needs many components brings them itself, because what the shell shares is fetched whole by every page.
   */
  readonly ownAntd: string | null;
}

/**
 * Every folder under `frontends/` whose package.json says `"inkbear": {"frontend": "shell" | "remote"}`; the shell
 * first. `"ownAntd": "antd-admin.ts"` beside it names the facade of a remote that bundles antd itself.
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
