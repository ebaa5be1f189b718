import type { Request, Response } from 'express';
import { z } from 'zod';

/** What a build says about itself in `assets.json`. */
const frontendAssets = z.object({ entry: z.string(), css: z.array(z.string()), preload: z.array(z.string()) });
export type FrontendAssets = z.infer<typeof frontendAssets>;

/** One of the four frontends, wherever it comes from. */
export interface Frontend {
  readonly name: string;
  /** Null when it is not there or not whole. */
  findAssets(): Promise<FrontendAssets | null>;
  /** The page with its placeholders; only the shell has one. */
  findTemplate(): Promise<string | null>;
  /** Answers a file; false when there is none of this name. */
  serve(req: Request, res: Response, file: string): Promise<boolean>;
  close(): void;
}

/** Null unless the text is an `assets.json` of this very frontend. */
export function parseAssets(name: string, text: string): FrontendAssets | null {
  try {
    const assets = frontendAssets.parse(JSON.parse(text));
    return assets.entry.startsWith(`/mfe/${name}/`) ? assets : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
