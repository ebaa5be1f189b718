import type {
  Menu,
  NavigationEntry,
  PageManifest,
  PageName,
  RemoteManifest,
} from '@inkbear/web-kit/remote-contract.ts';
import { matchPath, type Params } from 'react-router-dom';

/** The manifest of each remote by its name. */
export type Manifests = Readonly<Record<string, RemoteManifest>>;

let registered: Manifests = {};

/** A manifest without a list of pages is omitted, so that one broken remote does not affect the others. */
export function registerManifests(manifests: Readonly<Record<string, Partial<RemoteManifest> | null>>): void {
  registered = Object.fromEntries(
    Object.entries(manifests).filter((entry): entry is [string, RemoteManifest] => Array.isArray(entry[1]?.pages)),
  );
}

export const listManifests = (): [name: string, manifest: RemoteManifest][] => Object.entries(registered);

export interface FoundPage {
  readonly remote: string;
  readonly page: PageManifest;
  readonly params: Params;
}

/** The remote page at a pathname; null for a page of the shell and for an unknown pathname. */
export function findPage(pathname: string): FoundPage | null {
  for (const [remote, { pages }] of listManifests())
    for (const page of pages) {
      const match = matchPath(page.path, pathname);
      if (match) return { remote, page, params: match.params };
    }
  return null;
}

/** The address of the page with this name; null when no remote has one, for example because it is an older release. */
export const addressOf = (name: PageName): string | null =>
  listManifests()
    .map(([, { roles }]) => roles?.[name])
    .find((address) => address !== undefined) ?? null;

export const listRedirects = (): [from: string, to: string][] =>
  listManifests().flatMap(([, { redirects = {} }]) => Object.entries(redirects));

export const listNavigation = (menu: Menu): NavigationEntry[] =>
  listManifests()
    .flatMap(([, { navigation = [] }]) => navigation)
    .filter((entry) => entry.menu === menu)
    .sort((a, b) => a.order - b.order);
