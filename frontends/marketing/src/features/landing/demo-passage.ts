/** A part of a paragraph, as the author wrote it and as the AI proposes it. */
export interface Piece {
  text: string;
  kind: 'kept' | 'cut' | 'added';
}

export const passage: Piece[] = [
  { kind: 'kept', text: 'The harbour ' },
  { kind: 'cut', text: 'had gone quiet by the time' },
  { kind: 'added', text: 'was quiet when' },
  { kind: 'kept', text: ' Mara found the letter' },
  { kind: 'cut', text: '. It was tucked beneath' },
  { kind: 'added', text: ', tucked under' },
  { kind: 'kept', text: ' the lamp' },
  { kind: 'cut', text: ',' },
  { kind: 'kept', text: ' where her father used to leave his keys' },
  { kind: 'cut', text: ', and for' },
  { kind: 'added', text: '. For' },
  { kind: 'kept', text: ' a moment she ' },
  { kind: 'cut', text: 'simply' },
  { kind: 'added', text: 'only' },
  { kind: 'kept', text: ' looked at it.' },
];

export const textBefore = (pieces: Piece[]): string =>
  pieces
    .filter(({ kind }) => kind !== 'added')
    .map(({ text }) => text)
    .join('');
export const textAfter = (pieces: Piece[]): string =>
  pieces
    .filter(({ kind }) => kind !== 'cut')
    .map(({ text }) => text)
    .join('');
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;
