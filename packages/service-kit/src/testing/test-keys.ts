import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTemporaryFolder } from './run-folder.ts';

/** Generates ES256 keys in a temporary folder: one private key file per issuer and one JWKS with all public keys. */
export function createTestKeys(issuers: readonly string[]): {
  jwksFile: string;
  privateKeyFile: (issuer: string) => string;
} {
  const folder = createTemporaryFolder('keys-');
  const file = (issuer: string) => path.join(folder, `${issuer}.json`);
  const keys = issuers.map((iss) => {
    const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
    const full = { ...jwk, kid: `${iss}-${(jwk.x ?? '').slice(0, 8)}`, alg: 'ES256', iss };
    writeFileSync(file(iss), JSON.stringify(full), { mode: 0o600 });
    const { d: _private, ...publicJwk } = full;
    return { ...publicJwk, use: 'sig' };
  });
  const jwksFile = path.join(folder, 'jwks.json');
  writeFileSync(jwksFile, JSON.stringify({ keys }));
  return { jwksFile, privateKeyFile: file };
}
