import type { DocumentBuilder } from '../../document/document-builder.ts';
import { NoteRegistry } from '../html/note-registry.ts';
import { readMarkdownText } from './markdown-reader.ts';
import { prepareMarkdown } from './prepare-markdown.ts';

/** Reads a Markdown file with its metadata and footnotes. */
export function readMarkdown(markdown: string, builder: DocumentBuilder): void {
  const { fields, body, notes } = prepareMarkdown(markdown);
  const field = (...names: readonly string[]): string =>
    names.map((name) => fields.get(name) ?? '').find((value) => value !== '') ?? '';
  builder.metadata.title ||= field('title');
  builder.metadata.author ||= field('author', 'authors');
  builder.metadata.language ||= field('language', 'lang');
  const registry = new NoteRegistry(builder);
  const context = { builder, labels: new Set(notes.keys()), notes: registry };
  readMarkdownText(body, context);
  for (const [label, text] of notes) {
    builder.startNote();
    readMarkdownText(text, context);
    registry.define(`#${label}`);
  }
  registry.finish();
}
