// In a bundle pdfjs does not find its worker in a file beside it; it uses the one that this import registers.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { Design } from '@inkbear/press/design';
import type { Profile } from '@inkbear/press/geometry';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';
import type { Manuscript } from '@inkbear/press/manuscript';
import { type FamilyName, type PressAssets, readAssets } from '@inkbear/press/node-assets';
import { typeset, typesetChapter, typesetOutline, typesetStory, type TypesetResult } from '@inkbear/press/typeset';
import { serveTasks } from '@inkbear/service-kit/task-process';
import type { CoverGuide } from '@inkbear/press/cover/cover-guide';
import { drawGuide, type GuideTask } from '../covers/draw-guide.ts';
import { type FileResult, type FileTask, makeFile, type ReportProgress } from '../editions/make-file.ts';

/** The design of a book and its family of fonts. */
export interface BookTypography {
  design: Design;
  family: FamilyName;
}

export type TypesetTask = { date: number; assetsDir: string | null } & (
  | ({ kind: 'book'; manuscript: Manuscript; profile: Profile } & BookTypography)
  | ({ kind: 'chapter'; manuscript: Manuscript } & BookTypography)
  | { kind: 'story'; manuscript: Manuscript }
  | { kind: 'outline'; outline: SimpleDocument }
);

/** Read once per process, because the typesetter caches fonts, words and chapters by the identity of these objects. */
const families = new Map<FamilyName, Promise<PressAssets>>();

const findAssets = (family: FamilyName, folder: string | null): Promise<PressAssets> => {
  let assets = families.get(family);
  if (!assets) {
    assets = readAssets({ family, ...(folder !== null && { folder }) });
    families.set(family, assets);
    // A failed read is tried again by the next task.
    assets.catch(() => families.delete(family));
  }
  return assets;
};

export type PressTask = TypesetTask | FileTask | GuideTask;
export type PressResult = TypesetResult | FileResult | CoverGuide;

/** Typesets one document, makes one file of an edition or draws one guide, in a child process of `TypesettingPool`. */
export default async function runTask(task: PressTask, reportProgress: ReportProgress): Promise<PressResult> {
  if (task.kind === 'cover-guide') return drawGuide(task, await findAssets(task.design.face, task.assetsDir));
  if (task.kind !== 'file') return typesetDocument(task);
  return makeFile(task, { findAssets: (family) => findAssets(family, task.assetsDir), reportProgress });
}

async function typesetDocument(task: TypesetTask): Promise<TypesetResult> {
  const family = 'family' in task ? task.family : 'literata';
  const options = { assets: await findAssets(family, task.assetsDir), date: task.date };
  switch (task.kind) {
    case 'book':
      return typeset(task.manuscript, { ...options, profile: task.profile, design: task.design });
    case 'chapter':
      return typesetChapter(task.manuscript, { ...options, design: task.design });
    case 'story':
      return typesetStory(task.manuscript, options);
    case 'outline':
      return typesetOutline(task.outline, options);
  }
}

serveTasks(runTask);
