import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logoMaxBytes, uploadLogo, uploadLogoDirectly } from '@inkbear/contracts/admin/logo';
import { getSiteLogo } from '@inkbear/contracts/admin/site';
import { adminAdminAction } from '@inkbear/contracts/events';
import { type Identity, identityHeader } from '@inkbear/service-kit/identity';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import sharp from 'sharp';
import { TestAdmin } from '../testing/test-admin.ts';

const admin = { role: 'admin', sid: 'a-session' } as const;
const red = { r: 255, g: 0, b: 0 };
const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: red } });
const svg = (inside: string, attributes = 'width="40" height="20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );

/** A PNG padded to any length: bytes after its end are ignored. */
const ofLength = async (bytes: number) =>
  Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(bytes)]).subarray(0, bytes);

/** A small PNG that declares huge dimensions. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    return Buffer.concat([head, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('site logo', () => {
  const testAdmin = new TestAdmin();
  const externalRequests: string[] = [];
  const externalServer = createServer((req, res) => {
    externalRequests.push(req.url ?? '');
    res.end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => externalServer.listen(0, '127.0.0.1', resolve));
    await testAdmin.start();
  });
  afterAll(async () => {
    externalServer.close().closeAllConnections();
    await testAdmin.stop();
  });

  async function send(
    bytes: Buffer | null,
    {
      as = admin,
      name = 'logo.png',
      field = 'logo',
      route = uploadLogo,
    }: {
      as?: Identity | null;
      name?: string;
      field?: string;
      route?: typeof uploadLogo | typeof uploadLogoDirectly;
    } = {},
  ) {
    const form = new FormData();
    if (bytes) form.set(field, new File([new Uint8Array(bytes)], name));
    const response = await fetch(`${testAdmin.service.url}${route.path}`, {
      method: 'POST',
      body: form,
      headers: as ? { [identityHeader]: testAdmin.service.sign(as) } : {},
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }
  const load = async (url = '') => {
    const response = await fetch(`${testAdmin.service.url}${url}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const isRed = async (bytes: Buffer) => {
    const [r = 0, g = 255, b = 255] = await sharp(bytes)
      .removeAlpha()
      .extract({ left: 5, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer();
    return r > 240 && g < 15 && b < 15;
  };

  it('is accepted by both routes, re-encoded, and served immutably under its hash', async () => {
    expect((await testAdmin.service.call(getSiteLogo)).body).toEqual({ url: null, isActive: false });
    const withMetadata = await picture()
      .withExif({ IFD0: { Copyright: 'made by somebody', ImageDescription: 'at home' } })
      .jpeg()
      .toBuffer();
    const first = await send(withMetadata, { name: 'whatever.txt' });
    expect([first.status, first.body['url']]).toEqual([
      200,
      expect.stringMatching(/^\/api\/site-logo\/[0-9a-f]{64}\.webp$/),
    ]);
    expect((await testAdmin.service.call(getSiteLogo)).body).toEqual({ url: first.body['url'], isActive: true });
    const { response, bytes } = await load(first.body['url']);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect(bytes.toString('latin1')).not.toMatch(/somebody|at home|Exif/i);
    const second = await send(await picture(10, 10).gif().toBuffer(), { route: uploadLogoDirectly });
    expect([
      second.status,
      (await testAdmin.service.call(getSiteLogo)).body['url'],
      (await load(first.body['url'])).response.status,
    ]).toEqual([200, second.body['url'], 200]);
    expect((await testAdmin.service.emitted(adminAdminAction)).at(-1)?.data).toMatchObject({
      actor: 'admin:a-session',
      action: 'logo.uploaded',
      before: { url: first.body['url'] },
      after: { url: second.body['url'] },
    });
    expect((await load(`/api/site-logo/${'0'.repeat(64)}.webp`)).response.status).toBe(404);
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('can be a %s', async (format) =>
    expect((await send(await picture().toFormat(format).toBuffer())).status).toBe(200),
  );

  it('is scaled down to 1,024 pixels', async () => {
    const { body } = await send(await picture(4000, 2000).png().toBuffer());
    expect(await sharp((await load(body['url'])).bytes).metadata()).toMatchObject({ width: 1024, height: 512 });
  });

  it('is rasterised from an SVG without running scripts or making requests', async () => {
    const externalUrl = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}`;
    const rectangle = '<rect width="40" height="20" fill="#f00"/>';
    const maliciousContents = [
      `<script>document.write("x")</script>${rectangle}`,
      `${rectangle}<image href="${externalUrl}/a.png" width="40" height="20"/>`,
      `${rectangle}<image xlink:href="file:///etc/passwd" width="40" height="20"/>`,
      `<style>@import url(${externalUrl}/a.css);</style>${rectangle}`,
      `${rectangle}<foreignObject width="40" height="20"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${externalUrl}/b.png"/></body></foreignObject>`,
      `${rectangle}<use href="${externalUrl}/c.svg#x"/>`,
    ];
    for (const inside of maliciousContents) {
      const { status, body } = await send(svg(inside), { name: 'logo.svg' });
      const { response, bytes } = await load(body['url']);
      expect([inside.slice(0, 60), status, response.headers.get('content-type'), await isRed(bytes)]).toEqual([
        inside.slice(0, 60),
        200,
        'image/webp',
        true,
      ]);
      expect(bytes.toString('latin1')).not.toMatch(/<svg|script|root:/);
    }
    expect(externalRequests).toEqual([]);
  });

  it('accepts exactly 5 MB and rejects one byte more', async () => {
    expect((await send(await ofLength(logoMaxBytes))).status).toBe(200);
    const over = await send(await ofLength(logoMaxBytes + 1));
    expect([over.status, over.body['code'], over.body['message']]).toEqual([
      413,
      'admin.logo_too_large',
      'Please select an image smaller than 5MB.',
    ]);
  });

  it('rejects other files regardless of their names, and decompression bombs', async () => {
    const entities = Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>').toString()}`,
    );
    const wrong = [
      Buffer.from('plain text'),
      Buffer.from('<html><svg></svg></html>'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('II*\0 a tiff'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47]),
      (await picture().png().toBuffer()).subarray(0, 60),
      Buffer.alloc(0),
      entities,
      bomb(60_000),
      bomb(6000),
      svg('', 'width="90000" height="90000"'),
      await picture().avif().toBuffer(),
      await picture().tiff().toBuffer(),
    ];
    for (const bytes of wrong) {
      const { status, body } = await send(bytes);
      expect([bytes.subarray(0, 20).toString('latin1'), status, body['code']]).toEqual([
        bytes.subarray(0, 20).toString('latin1'),
        415,
        'admin.logo_not_image',
      ]);
    }
  });

  it('refuses a form without a file, and a body that is not a form', async () => {
    expect([
      (await send(null)).body['code'],
      (await send(await picture().png().toBuffer(), { field: 'picture' })).body['code'],
    ]).toEqual(['admin.logo_missing', 'admin.logo_missing']);
    const headers = { [identityHeader]: testAdmin.service.sign(admin) };
    const post = async (type: string, body: string) =>
      (
        await fetch(`${testAdmin.service.url}${uploadLogo.path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': type },
          body,
        })
      ).status;
    expect([
      await post('application/json', '{}'),
      await post('multipart/form-data; boundary=x', '--x\r\nbroken'),
      await post('multipart/form-data', 'x'),
    ]).toEqual([415, 400, 400]);
  });

  it('can be changed by admins and admin users only', async () => {
    const bytes = await picture(30, 30).png().toBuffer();
    const user = testUser(`admin-${crypto.randomUUID()}`);
    const stranger = testUser();
    testAdmin.knownUserIds.add(user.userId).add(stranger.userId);
    expect([
      (await send(bytes, { as: user })).status,
      (await testAdmin.rows('site_logos').findOne({ isActive: true }))?.['uploadedBy'],
    ]).toEqual([200, user.userId]);
    const refused = await Promise.all([
      send(bytes, { as: null }),
      send(bytes, { as: { role: 'service', service: 'books' } }),
      send(bytes, { as: stranger }),
      send(bytes, { as: testUser() }),
    ]);
    expect(refused.map(({ status, body }) => [status, body['code']])).toEqual([
      [401, 'admin.token_required'],
      [401, 'admin.token_required'],
      [403, 'auth.role_required'],
      [404, 'auth.user_not_found'],
    ]);
  });

  it('is refused with 503 when too many images are processed, and other routes stay responsive', async () => {
    const large = await picture(4900, 4900).png().toBuffer();
    const sent = Promise.all(Array.from({ length: 6 }, () => send(large)));
    let haveReplies = false;
    void sent.then(() => {
      haveReplies = true;
    });
    expect((await testAdmin.service.call(getSiteLogo)).status).toBe(200);
    expect(haveReplies).toBe(false);
    const statuses = (await sent).map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length >= 2,
      statuses.filter((status) => status === 503).length >= 1,
    ]).toEqual([true, true]);
  });
});
