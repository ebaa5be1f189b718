import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Like `fetch`, for replies whose headers arrive after more than 300 seconds: Node's `fetch` gives up then, and cannot be
 * told otherwise.
 */
export async function fetchLong(url: string, { signal, ...init }: RequestInit): Promise<Response> {
  // Serialises the body, whatever it is, and sets the headers that describe it.
  const { method, headers, ...serialised } = await serialise(new Request(url, init));
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, ...(signal ? { signal } : {}) }, (reply) => {
      const received = new Headers();
      for (let at = 0; at < reply.rawHeaders.length; at += 2)
        received.append(reply.rawHeaders[at] ?? '', reply.rawHeaders[at + 1] ?? '');
      const status = reply.statusCode ?? 0;
      const hasBody = ![204, 304].includes(status);
      resolve(new Response(hasBody ? (Readable.toWeb(reply) as ReadableStream) : null, { status, headers: received }));
    });
    sent.once('error', reject).end(serialised.body);
  });
}

async function serialise(request: Request): Promise<{ method: string; headers: Record<string, string>; body: Buffer }> {
  const body = Buffer.from(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  return {
    method: request.method,
    headers: body.length === 0 ? headers : { ...headers, 'content-length': String(body.length) },
    body,
  };
}
