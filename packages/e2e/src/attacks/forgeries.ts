import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';

type Json = Record<string, unknown>;
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): Json => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json;

export interface Forgery {
  readonly name: string;
  readonly token: string;
}

/** What a thief could make of one real token and the public keys; none of it may open a door. */
export function forge(real: string, publicKeys: readonly Json[], otherReal: string): Forgery[] {
  const [head = '', payload = '', signature = ''] = real.split('.');
  const header = decode(head);
  const claims = decode(payload);
  const now = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = (moreHeader: Json, moreClaims: Json = {}) =>
    sign({ ...header, ...moreHeader }, { ...claims, ...moreClaims }, privateKey);
  const shared = (secret: string) => {
    const signed = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${payload}.`;
  const altered = (more: Json) => `${head}.${encode({ ...claims, ...more })}.${signature}`;
  const list: [string, string][] = [
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, string] => [
      `no signature, alg "${alg}"`,
      unsigned(alg),
    ]),
    ...publicKeys.flatMap((key, index): [string, string][] => [
      [`HS256 with public key ${index} as JSON`, shared(JSON.stringify(key))],
      [`HS256 with the x of public key ${index}`, shared(String(key['x']))],
    ]),
    ['signed by a key of one’s own', own({})],
    ['an unknown kid', own({ kid: randomUUID() })],
    ['the kid of another issuer', own({ kid: publicKeys[0]?.['kid'] })],
    ['no kid', own({ kid: undefined })],
    ['a kid of the object prototype', own({ kid: '__proto__' })],
    ['a kid that is a path', own({ kid: '../../dev/null' })],
    ['a kid that is a list', own({ kid: [header['kid']] })],
    [
      'a key that it brings itself',
      own({ jwk: publicKeys[0], jku: 'http://127.0.0.1:1/jwks.json', x5u: 'http://127.0.0.1:1/' }),
    ],
    ['critical extensions', own({ crit: ['b64'], b64: false })],
    ['another user', altered({ sub: randomUUID() })],
    ['a later end', altered({ exp: now + 99_999_999 })],
    ['another audience', altered({ aud: `${String(claims['aud'])}-2` })],
    ['expired, signed by a key of one’s own', own({}, { exp: now - 10, iat: now - 100 })],
    ['the signature cut off', `${head}.${payload}.`],
    ['a short signature', `${head}.${payload}.c2ln`],
    ['a signature of zeros', `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
    ['a signature that is too long', `${real}AAAA`],
    ['two parts only', `${head}.${payload}`],
    ['five parts', `${real}.a.b`],
    ['a payload that is no JSON', `${head}.${encode('no json')}.${signature}`],
    ['a payload that is null', `${head}.${encode('null')}.${signature}`],
    ['a header that is null', `${encode('null')}.${payload}.${signature}`],
    [
      'a header that says JWT over a broken payload',
      `${encode({ typ: 'JWT', alg: 'ES256', kid: header['kid'] })}.${encode('{"sub":')}.c2ln`,
    ],
    ['a whole real token of the other kind', otherReal],
    ['nothing', ''],
    ['dots', '..'],
    ['9,000 characters', `${head}.${'A'.repeat(9000)}.${signature}`],
  ];
  return list.map(([name, token]) => ({ name, token }));
}

function sign(header: Json, claims: Json, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createSign('SHA256').update(signed).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url')}`;
}
