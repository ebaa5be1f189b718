import { OperationError } from '@inkbear/service-kit/operation';
import { z } from 'zod';
import type { KeyFiles } from './rotation.ts';

/** A kubelet copies a changed Secret into its pods within two minutes. */
export const secretSpreadMs = 120_000;

const secret = z.looseObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Secret'),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), resourceVersion: z.string() }),
  data: z.record(z.string(), z.string()),
});

/** A Kubernetes Secret as `kubectl get secret … --output json` prints it. */
export class KeySecret {
  readonly #secret: z.output<typeof secret>;

  constructor(text: string) {
    const parsed = secret.safeParse(parseJson(text));
    if (!parsed.success)
      throw new OperationError('Standard input is not the Secret: kubectl get secret inkbear-keys --output json');
    this.#secret = parsed.data;
  }

  read(): KeyFiles {
    return Object.fromEntries(
      Object.entries(this.#secret.data).map(([name, text]) => [name, Buffer.from(text, 'base64').toString('utf8')]),
    );
  }

  /**
   * The changed Secret for `kubectl replace`. Its resource version makes the server refuse it when the Secret was
   * changed meanwhile.
   */
  print(changes: Readonly<Record<string, string | null>>): string {
    const { apiVersion, kind, metadata, data } = this.#secret;
    const { name, namespace, resourceVersion } = metadata;
    const changed = Object.entries(changes).map(([file, text]) => [
      file,
      text === null ? null : Buffer.from(text).toString('base64'),
    ]);
    const merged = Object.entries({ ...data, ...Object.fromEntries(changed) } as Record<string, string | null>);
    const kept = Object.fromEntries(merged.filter(([, text]) => text !== null));
    return JSON.stringify({ apiVersion, kind, metadata: { name, namespace, resourceVersion }, data: kept }, null, 2);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
