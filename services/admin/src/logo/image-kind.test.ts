import { describe, expect, it } from '@jest/globals';
import { detectImageKind } from './image-kind.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('detectImageKind', () => {
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
  ])('detects %j as %s', (text, kind) => expect(detectImageKind(bytes(text))).toBe(kind));
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
  ])('rejects %j', (text) => expect(detectImageKind(bytes(text))).toBeNull());
  it('rejects an SVG with a very long prologue', () =>
    expect(detectImageKind(bytes(`${' '.repeat(5_000_000)}<svg>`))).toBeNull());
});
