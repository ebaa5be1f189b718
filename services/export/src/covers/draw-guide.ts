import { pressDesignOf } from '@inkbear/contracts/books/manuscript';
import type { DesignSettings } from '@inkbear/contracts/books/design';
import { coverGuide, type CoverGuide } from '@inkbear/press/cover/cover-guide';
import type { PressAssets } from '@inkbear/press/node-assets';

/** A guide for the cover of a printed book, drawn in a child process. */
export interface GuideTask {
  readonly kind: 'cover-guide';
  readonly pages: number;
  readonly design: DesignSettings;
  readonly format: 'pdf' | 'svg';
  readonly assetsDir: string | null;
}

export const drawGuide = ({ pages, design, format }: GuideTask, assets: PressAssets): CoverGuide =>
  coverGuide({ pages, format, design: pressDesignOf(design), assets });
