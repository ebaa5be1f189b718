import type { Request, Response } from 'express';
import { z } from 'zod';

/** `assets.json`: the metadata of a build. */
const frontendAssets = z.object({
  entry: z.string(),
  css: z.array(z.string()),
  preload: z.array(z.string()),
  /** Additional files of each page, by the page's folder: see `PageModule` in web-kit. Only remotes have it. */
  pages: z.record(z.string(), z.array(z.string())).optional(),
  /** A small script that fills a skeleton from the embedded replies. */
  skeletonScript: z.string().optional(),
  /** The pages and navigation of a remote, for the shell. The gateway itself uses only the paths of the pages. */
  manifest: z.json().optional(),
});
export type FrontendAssets = z.infer<typeof frontendAssets>;

/** What the gateway uses of a manifest; nothing when it is malformed, for example from another release. */
export const pagePaths = z.object({ pages: z.array(z.object({ path: z.string() })) }).catch({ pages: [] });

/** `pages.json` of the shell: prerendered page templates by path, and the remote to which the pages belong. */
const prerenderedPages = z.object({
  remote: z.string(),
  pages: z.record(z.string(), z.string()),
  /**
   * Skeletons of pages for signed-in users, and the API paths that each page needs first. Ignored when malformed, for
   * example from another release.
   */
  skeletons: z.record(z.string(), z.object({ html: z.string(), reads: z.array(z.string()) })).catch({}),
  /** The manifests that all remotes had when the shell was built. They are used while a remote is unavailable. */
  manifests: z.record(z.string(), z.json()).catch({}),
});
export type PrerenderedPages = z.infer<typeof prerenderedPages>;

/** One of the four frontends, from a folder or from another server. */
export interface Frontend {
  readonly name: string;
  /** Null when the build is missing or incomplete. */
  findAssets(): Promise<FrontendAssets | null>;
  /** The page template with placeholders; only the shell has one. */
  findTemplate(): Promise<string | null>;
  /** The shell's prerendered pages, or null if there are none. */
  findPages(): Promise<PrerenderedPages | null>;
  /** Sends a file. Returns false when it does not exist. */
  serve(req: Request, res: Response, file: string): Promise<boolean>;
  close(): void;
}

/** Returns null unless the text is a valid `assets.json` of this frontend. */
export function parseAssets(name: string, text: string): FrontendAssets | null {
  const assets = parseAs(frontendAssets, text);
  return assets?.entry.startsWith(`/mfe/${name}/`) === true ? assets : null;
}

/** Returns null unless the text is a valid `pages.json`. */
export const parsePages = (text: string): PrerenderedPages | null => parseAs(prerenderedPages, text);

function parseAs<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
