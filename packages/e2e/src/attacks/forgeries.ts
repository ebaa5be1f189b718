import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';

type Json = Record<string, unknown>;
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): Json => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Json;

export interface Forgery {
  readonly name: string;
  readonly token: string;
}

/** Tokens that an attacker could derive from one real token and the public keys; all must be refused. */
export function forgeTokens(real: string, publicKeys: readonly Json[], otherReal: string): Forgery[] {
  const [head = '', payload = '', signature = ''] = real.split('.');
  const header = decode(head);
  const claims = decode(payload);
  const now = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signedByOwnKey = (headerChanges: Json, claimChanges: Json = {}) =>
    sign({ ...header, ...headerChanges }, { ...claims, ...claimChanges }, privateKey);
  const signedBySharedSecret = (secret: string) => {
    const signed = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${payload}.`;
  const altered = (changes: Json) => `${head}.${encode({ ...claims, ...changes })}.${signature}`;
  const list: [string, string][] = [
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, string] => [
      `no signature, alg "${alg}"`,
      unsigned(alg),
    ]),
    ...publicKeys.flatMap((key, index): [string, string][] => [
      [`HS256 with public key ${index} as JSON`, signedBySharedSecret(JSON.stringify(key))],
      [`HS256 with the x of public key ${index}`, signedBySharedSecret(String(key['x']))],
    ]),
    ['signed with the attacker’s own key', signedByOwnKey({})],
    ['an unknown kid', signedByOwnKey({ kid: randomUUID() })],
    ['the kid of another issuer', signedByOwnKey({ kid: publicKeys[0]?.['kid'] })],
    ['no kid', signedByOwnKey({ kid: undefined })],
    ['a kid that names the object prototype', signedByOwnKey({ kid: '__proto__' })],
    ['a kid that is a path', signedByOwnKey({ kid: '../../dev/null' })],
    ['a kid that is a list', signedByOwnKey({ kid: [header['kid']] })],
    [
      'a key embedded in the header',
      signedByOwnKey({ jwk: publicKeys[0], jku: 'http://127.0.0.1:1/jwks.json', x5u: 'http://127.0.0.1:1/' }),
    ],
    ['critical extensions', signedByOwnKey({ crit: ['b64'], b64: false })],
    ['another user', altered({ sub: randomUUID() })],
    ['a later expiry', altered({ exp: now + 99_999_999 })],
    ['another audience', altered({ aud: `${String(claims['aud'])}-2` })],
    ['expired, signed with the attacker’s own key', signedByOwnKey({}, { exp: now - 10, iat: now - 100 })],
    ['an empty signature', `${head}.${payload}.`],
    ['a short signature', `${head}.${payload}.c2ln`],
    ['a signature of zeros', `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
    ['a signature that is too long', `${real}AAAA`],
    ['two parts only', `${head}.${payload}`],
    ['five parts', `${real}.a.b`],
    ['a payload that is not JSON', `${head}.${encode('no json')}.${signature}`],
    ['a payload that is null', `${head}.${encode('null')}.${signature}`],
    ['a header that is null', `${encode('null')}.${payload}.${signature}`],
    [
      'a JWT header with a broken payload',
      `${encode({ typ: 'JWT', alg: 'ES256', kid: header['kid'] })}.${encode('{"sub":')}.c2ln`,
    ],
    ['a real token of the other kind', otherReal],
    ['an empty token', ''],
    ['dots', '..'],
    ['9,000 characters', `${head}.${'A'.repeat(9000)}.${signature}`],
  ];
  return list.map(([name, token]) => ({ name, token }));
}

function sign(header: Json, claims: Json, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createSign('SHA256').update(signed).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url')}`;
}
