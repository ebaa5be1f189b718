import { describe, expect, it } from '@jest/globals';
import { pictureKindOf } from './picture-kind.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('what a file is', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['RIFF....WEBPVP8 ', 'webp'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    ['<svg>', 'svg'],
    [
      '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg xmlns="x">',
      'svg',
    ],
    ['<svg:svg xmlns:svg="x">', 'svg'],
  ])('%j is %s', (text, kind) => expect(pictureKindOf(bytes(text))).toBe(kind));
  it.each([
    '',
    'PNG',
    'RIFF....WAVE',
    '<html><svg>',
    '<svgx>',
    'text <svg>',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg>',
    '%!PS-Adobe',
    'II*\0',
  ])('%j is none', (text) => expect(pictureKindOf(bytes(text))).toBeNull());
  it('looks no further than the beginning for an endless prologue', () =>
    expect(pictureKindOf(bytes(`${' '.repeat(5_000_000)}<svg>`))).toBeNull());
});
