import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { parseSpans } from '@inkbear/prose/marks/spans';
import type { TextRange } from '@inkbear/prose/text-edit';
import type { DocumentBuilder } from './document-builder.ts';

/** Adds lines with the marks of `@inkbear/prose/marks` to the open paragraph. */
export function addMarkedLines(builder: DocumentBuilder, text: string, lines: readonly TextRange[]): void {
  let line = 0;
  for (const { kind, from, to, emphasis, strong } of parseSpans(text, lines)) {
    for (; from >= (lines[line]?.to ?? Infinity) && line < lines.length - 1; line += 1) builder.addLineBreak();
    if (kind === 'text') builder.addText(text.slice(from, to), { emphasis, strong });
  }
}

/** Adds a text with the marks of `@inkbear/prose/marks`. @param level that of the heading above the text */
export function addMarkedText(builder: DocumentBuilder, text: string, level: number): void {
  for (const block of parseBlocks(text)) {
    if (block.kind === 'scene-break') {
      builder.addSceneBreak();
      continue;
    }
    addMarkedLines(builder, text, block.kind === 'heading' ? [block.content] : block.lines);
    builder.endParagraph(block.kind === 'heading' ? { level: level + block.level } : {});
  }
}
