import type { Request, Response } from 'express';
import { z } from 'zod';

/** What a build says about itself in `assets.json`. */
const frontendAssets = z.object({
  entry: z.string(),
  css: z.array(z.string()),
  preload: z.array(z.string()),
  /** What each page of a remote needs beyond that, by the first word of its address. */
  pages: z.record(z.string(), z.array(z.string())).optional(),
  /** Those of the pages that use what the shell hands over later than its start. */
  sharing: z.array(z.string()).optional(),
  /** What that is; only of the shell. */
  shared: z.array(z.string()).optional(),
  /** A small script that fills outlines from the replies that come with them. */
  early: z.string().optional(),
});
export type FrontendAssets = z.infer<typeof frontendAssets>;

/** Pages that were drawn when the shell was built, in `pages.json`: templates by address, and the remote whose pages they are. */
const drawnPages = z.object({
  remote: z.string(),
  pages: z.record(z.string(), z.string()),
  /** What pages for signed-in people look like before anything is known, and the paths of the API that they ask first. A build that says it otherwise has none. */
  outlines: z.record(z.string(), z.object({ html: z.string(), reads: z.array(z.string()) })).catch({}),
});
export type DrawnPages = z.infer<typeof drawnPages>;

/** One of the four frontends, wherever it comes from. */
export interface Frontend {
  readonly name: string;
  /** Null when it is not there or not whole. */
  findAssets(): Promise<FrontendAssets | null>;
  /** The page with its placeholders; only the shell has one. */
  findTemplate(): Promise<string | null>;
  /** What only the shell has too; null when none were drawn. */
  findPages(): Promise<DrawnPages | null>;
  /** Answers a file; false when there is none of this name. */
  serve(req: Request, res: Response, file: string): Promise<boolean>;
  close(): void;
}

/** Null unless the text is an `assets.json` of this very frontend. */
export function parseAssets(name: string, text: string): FrontendAssets | null {
  const assets = parseAs(frontendAssets, text);
  return assets?.entry.startsWith(`/mfe/${name}/`) === true ? assets : null;
}

export const parsePages = (text: string): DrawnPages | null => parseAs(drawnPages, text);

function parseAs<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
