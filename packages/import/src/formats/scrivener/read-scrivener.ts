import type { Archive } from '../../archive/archive.ts';
import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import { ImportError } from '../../import-error.ts';
import { readRtf } from '../rtf/rtf-reader.ts';
import { type BinderItem, readBinder } from './binder.ts';
import { LinkedComments } from './linked-comments.ts';
import { ScrivenerMarks } from './scrivener-marks.ts';

/** The project file: in the root of the archive, or in its only folder. */
export const findProjectFile = (archive: Archive): string | undefined =>
  archive.names.find((name) => /^(?:[^/]+\/)?[^/]+\.scrivx$/i.test(name) && !name.startsWith('__MACOSX/'));

const style = { emphasis: false, strong: false };

/**
 * Reads the draft of a Scrivener 3 project. A folder of documents is a chapter, whose documents are its scenes; a folder
 * of folders is a part; a document beside folders is a chapter.
 */
export async function readScrivener(archive: Archive, builder: DocumentBuilder): Promise<void> {
  const project = findProjectFile(archive);
  if (project === undefined) throw new ImportError('imports.damaged');
  const folder = project.slice(0, project.lastIndexOf('/') + 1);
  const { title, author, draft } = await readBinder(archive, project);
  builder.metadata.title ||= title || project.slice(folder.length).replace(/\.scrivx$/i, '');
  builder.metadata.author ||= author;
  await new DraftReader(archive, builder, `${folder}Files/Data/`).readItems(draft, 1);
}

class DraftReader {
  readonly #archive: Archive;
  readonly #builder: DocumentBuilder;
  readonly #folder: string;

  constructor(archive: Archive, builder: DocumentBuilder, folder: string) {
    this.#archive = archive;
    this.#builder = builder;
    this.#folder = folder;
  }

  async readItems(items: readonly BinderItem[], level: number): Promise<void> {
    for (const item of items) {
      const isPart = item.children.some(({ children }) => children.length > 0);
      this.#beginSection(item, level, isPart);
      await this.#readText(item);
      if (isPart) await this.readItems(item.children, level + 1);
      else await this.#readScenes(item.children);
    }
  }

  #beginSection({ title, isIncluded }: BinderItem, level: number, isPart: boolean): void {
    this.#builder.addPageBreak({ role: isPart ? 'part' : 'chapter', isIncluded });
    this.#builder.addText(title || 'Untitled', style);
    this.#builder.endParagraph({ level });
  }

  /** Scenes that the author has not chosen for the book are left out. */
  async #readScenes(items: readonly BinderItem[]): Promise<void> {
    for (const [index, item] of items.entries()) {
      if (!item.isIncluded) {
        this.#builder.lose('other', outcomes.excludedScene, item.title);
        continue;
      }
      if (index > 0) this.#builder.addSceneBreak();
      await this.#readText(item);
    }
  }

  async #readText({ id, title }: BinderItem): Promise<void> {
    const folder = `${this.#folder}${id}/`;
    if (this.#archive.has(`${folder}synopsis.txt`)) this.#builder.lose('other', outcomes.synopsis, title);
    const path = `${folder}content.rtf`;
    if (!this.#archive.has(path)) return;
    const comments = new LinkedComments();
    const commentFile = `${folder}content.comments`;
    if (this.#archive.has(commentFile)) await comments.read(this.#archive, commentFile, this.#builder);
    const marks = new ScrivenerMarks(this.#builder);
    const { findTarget } = comments;
    readRtf(await this.#archive.readBytes(path), { builder: this.#builder, findTarget, addMarked: marks.add });
    marks.finish();
  }
}
