const invalidRequestStatuses: ReadonlySet<unknown> = new Set([400, 422]);
const namesFormat = /response_format|text\.format|json_schema/;

/**
 * Asks for replies by a schema until the server refuses one for a model, and for any JSON object from then on. Each provider
 * has its own, because it calls one base URL.
 */
export class SchemaSupport {
  /** Ids of models for which the server refused a schema. */
  readonly #refused = new Set<string>();

  /** Sends a request with a schema; sends it once more without when the server refuses the format. */
  async send<T>(modelId: string, request: (usesSchema: boolean) => Promise<T>): Promise<T> {
    if (this.#refused.has(modelId)) return await request(false);
    try {
      return await request(true);
    } catch (error) {
      if (!isFormatRefused(error)) throw error;
      this.#refused.add(modelId);
      return await request(false);
    }
  }
}

/** True for a reply that calls the request invalid and names the format of the reply as the reason. */
function isFormatRefused(error: unknown): boolean {
  const { status, param, message } = error as { status?: unknown; param?: unknown; message?: unknown };
  return invalidRequestStatuses.has(status) && namesFormat.test(`${String(param)} ${String(message)}`);
}
