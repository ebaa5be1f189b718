import type { DocumentBuilder } from './document-builder.ts';
import { outcomes } from './outcomes.ts';
import type { TextStyle } from './source-document.ts';

/** The look of a run of characters, in Word and in RTF. Undefined: not set. */
export interface RunProperties {
  italic?: boolean;
  bold?: boolean;
  underline?: boolean;
  strike?: boolean;
  capitals?: boolean;
  raised?: boolean;
  highlight?: boolean;
  hidden?: boolean;
}

/** Adds the text of a run to the open paragraph, and records what of its look is lost. */
export function addRun(builder: DocumentBuilder, text: string, run: RunProperties, isLink: boolean): void {
  if (text === '') return;
  if (run.hidden === true) {
    builder.lose('other', outcomes.hidden, text);
    return;
  }
  const isUnderlined = run.underline === true && !isLink;
  if (text.trim() !== '') loseLook(builder, text, { ...run, underline: isUnderlined });
  builder.addText(text, styleOf(run, isUnderlined));
}

const styleOf = ({ italic, bold }: RunProperties, isUnderlined: boolean): TextStyle => ({
  emphasis: italic === true || isUnderlined,
  strong: bold === true,
});

function loseLook(builder: DocumentBuilder, text: string, run: RunProperties): void {
  if (run.underline === true) builder.lose('style', outcomes.underline, text);
  if (run.strike === true) builder.lose('style', outcomes.strike, text);
  if (run.raised === true) builder.lose('style', outcomes.raised, text);
  if (run.capitals === true) builder.lose('style', outcomes.capitals, text);
  if (run.highlight === true) builder.lose('style', outcomes.highlight, text);
}
