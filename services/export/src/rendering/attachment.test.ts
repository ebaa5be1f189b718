import { describe, expect, it } from '@jest/globals';
import { attachment, inline } from './attachment.ts';

describe('the name of a download', () => {
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
  ])('is safe in a header and on a disk: %j', (fileName, header) => {
    expect(attachment(fileName)['Content-Disposition']).toBe(header);
  });
  it('is cut between characters: no half of a surrogate pair is left, which no header could carry', () => {
    const [, encoded = ''] = attachment(`${'😀'.repeat(75)}b.pdf`)['Content-Disposition']?.split("UTF-8''") ?? [];
    expect(decodeURIComponent(encoded)).toBe(`${'😀'.repeat(72)}b.pdf`);
  });
  it('is the same for a file that the browser shows', () => {
    expect(inline('a/b.pdf')['Content-Disposition']).toBe(`inline; filename="a-b.pdf"; filename*=UTF-8''a-b.pdf`);
  });
});
