import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '@inkbear/contracts/services';
import { TestEnvironment } from '../testing/test-gateway.ts';

const crlf = '\r\n';
const hidden = ['POST /internal/books/outbox HTTP/1.1', 'Host: x', 'Content-Length: 0', '', ''].join(crlf);

/** Requests whose end a proxy and a service could see at different places. `hidden` would be a second request. */
const ambiguous: readonly (readonly [name: string, lines: readonly string[], body: string])[] = [
  ['both lengths', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0${crlf}${crlf}${hidden}`],
  ['an unknown transfer encoding', ['Content-Length: 5', 'Transfer-Encoding: xchunked'], hidden],
  ['chunked before another encoding', ['Transfer-Encoding: chunked, identity'], `0${crlf}${crlf}${hidden}`],
  ['a blank before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 0'], hidden],
  ['two different lengths', ['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden],
  ['a list of lengths', [`Content-Length: 0, ${hidden.length}`], hidden],
  ['a signed length', [`Content-Length: +${hidden.length}`], hidden],
  ['a hexadecimal length', ['Content-Length: 0x10'], hidden],
  ['a chunk size with a sign', ['Transfer-Encoding: chunked'], `-1${crlf}${hidden}`],
  ['a chunk size that is not a number', ['Transfer-Encoding: chunked'], `g${crlf}${hidden}`],
  ['a chunk that is longer than its size', ['Transfer-Encoding: chunked'], `1${crlf}{}${crlf}0${crlf}${crlf}${hidden}`],
  ['a folded header', ['X-A: b', ' Transfer-Encoding: chunked'], hidden],
  ['a header without a name', [': chunked', 'Content-Length: 0'], hidden],
  ['a null byte in a header', ['X-A: \0', 'Content-Length: 0'], hidden],
  ['a bare line feed between headers', ['X-A: b\nTransfer-Encoding: chunked'], `0${crlf}${crlf}${hidden}`],
];

describe('the gateway', () => {
  let environment: TestEnvironment;
  let gateway: URL;
  beforeAll(async () => {
    environment = await TestEnvironment.start();
    gateway = new URL(await environment.open());
  });
  afterAll(async () => await environment.stop());

  /** Sends bytes on a connection of their own and resolves with everything that comes back. */
  const sendRaw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(gateway.port), gateway.hostname, () => socket.write(bytes, 'latin1'));
      socket.setTimeout(500, () => socket.destroy());
      socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const received = () => serviceNames.flatMap((name) => environment.services[name].received);

  it.each(ambiguous)('refuses a request with %s and sees no second request in it', async (_name, lines, body) => {
    const before = received().length;
    const { cookie } = environment.session();
    const head = ['POST /api/books HTTP/1.1', 'Host: x', 'Content-Type: application/json', `Cookie: ${cookie}`];
    const answer = await sendRaw([...head, ...lines, '', body].join(crlf));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    // The beginning of a body may have been forwarded before its end turned out to be wrong.
    for (const { url } of received().slice(before)) expect(url).toBe('/api/books');
  });

  it.each(['GET http://x/internal/books/outbox HTTP/1.1', 'CONNECT books:80 HTTP/1.1', 'get /api/books HTTP/1.1'])(
    'forwards nothing for %s',
    async (line) => {
      const before = received().length;
      const answer = await sendRaw([line, 'Host: x', `Cookie: ${environment.session().cookie}`, '', ''].join(crlf));
      expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true);
      expect(received().length).toBe(before);
    },
  );

  it('forwards Sec-Fetch-Site, so that services can refuse cross-site requests', async () => {
    const head = ['GET /api/books HTTP/1.1', 'Host: x', `Cookie: ${environment.session().cookie}`];
    await sendRaw([...head, 'Sec-Fetch-Site: same-site', 'Connection: close', '', ''].join(crlf));
    expect(environment.services.books.last.headers['sec-fetch-site']).toBe('same-site');
  });
});
