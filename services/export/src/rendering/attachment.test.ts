import { describe, expect, it } from '@jest/globals';
import { attachment, inline } from './attachment.ts';

describe('the name of a download', () => {
  it.each([
    ['Winter.pdf', `attachment; filename="Winter.pdf"; filename*=UTF-8''Winter.pdf`],
    ['Été "1".pdf', `attachment; filename="_t_ -1-.pdf"; filename*=UTF-8''%C3%89t%C3%A9%20-1-.pdf`],
    ['a/b\r\nSet-Cookie: x.pdf', `attachment; filename="a-b-Set-Cookie- x.pdf"; filename*=UTF-8''a-b-Set-Cookie-%20x.pdf`],
  ])('is safe in a header and on a disk: %j', (fileName, header) => {
    expect(attachment(fileName)['Content-Disposition']).toBe(header);
  });
  it('is the same for a file that the browser shows', () => {
    expect(inline('a/b.pdf')['Content-Disposition']).toBe(`inline; filename="a-b.pdf"; filename*=UTF-8''a-b.pdf`);
  });
});
