import { describe, expect, it } from '@jest/globals';
import { attachment, inline } from './attachment.ts';

describe('Content-Disposition header', () => {
  it.each([
    ['Winter.pdf', `attachment; filename="Winter.pdf"; filename*=UTF-8''Winter.pdf`],
    ['Été "1".pdf', `attachment; filename="_t_ -1-.pdf"; filename*=UTF-8''%C3%89t%C3%A9%20-1-.pdf`],
    ['..-..-etc-passwd.pdf', `attachment; filename="-..-etc-passwd.pdf"; filename*=UTF-8''-..-etc-passwd.pdf`],
    ['. .pdf', `attachment; filename="pdf"; filename*=UTF-8''pdf`],
    ['...', `attachment; filename="download"; filename*=UTF-8''download`],
    ['\ud83d.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
    [
      'a/b\r\nSet-Cookie: x.pdf',
      `attachment; filename="a-b-Set-Cookie- x.pdf"; filename*=UTF-8''a-b-Set-Cookie-%20x.pdf`,
    ],
  ])('has a file name that is safe in headers and file systems: %j', (fileName, header) => {
    expect(attachment(fileName)['Content-Disposition']).toBe(header);
  });
  it('truncates between characters, never inside a surrogate pair', () => {
    const [, encoded = ''] = attachment(`${'😀'.repeat(75)}b.pdf`)['Content-Disposition']?.split("UTF-8''") ?? [];
    expect(decodeURIComponent(encoded)).toBe(`${'😀'.repeat(72)}b.pdf`);
  });
  it('uses the same file name for inline files', () => {
    expect(inline('a/b.pdf')['Content-Disposition']).toBe(`inline; filename="a-b.pdf"; filename*=UTF-8''a-b.pdf`);
  });
});
