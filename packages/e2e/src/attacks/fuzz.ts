import { buildOpenApi } from '@inkbear/contracts/openapi';
import type { Route } from '@inkbear/contracts/route';
import type { Random } from '@inkbear/service-kit/testing/random';
import { gzipSync } from 'node:zlib';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  enum?: unknown[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
};

/** Part of every text that is sent; it must never appear in a log or in a reply to someone else. */
export const marker = 'zebrafinch-marginalia';

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | string | undefined;
}

const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  9_007_199_254_740_993,
  '',
  ' ',
  marker,
  `${marker}\u0000`,
  '\ud800',
  `${marker}\udfff`,
  '\u202e\ufeff',
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  '$where',
  '$ne',
  'NaN',
  'undefined',
  '1e400',
  '{{7*7}}',
  '<script>alert(1)</script>',
  "'; drop table users; --",
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { $regex: '.*' },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  { toString: 1, toJSON: 1, then: 1, length: -1 },
  { _id: 1, _bsontype: 'ObjectId', id: marker },
];
const nestedArrays = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Generates requests for a route from its schemas: some valid, most of them not. */
export class Fuzzer {
  readonly #random: Random;
  readonly #ids: readonly string[];

  constructor(random: Random, ids: readonly string[]) {
    this.#random = random;
    this.#ids = ids;
  }

  request(route: Route): FuzzedRequest {
    const path = route.path.replaceAll(/:[A-Za-z]+/g, () => this.#pathParameter()) + this.#query(route);
    const headers: Record<string, string> = {
      ...this.#sometimes(
        'if-match',
        ['"0"', '"1"', 'W/"1"', '*', '"', '"-1"', '"999999999999"', '"1", "2"', '1', '"1e3"'],
        route.ifMatch ? 0.8 : 0.1,
      ),
      ...this.#sometimes('idempotency-key', ['short', 'a'.repeat(200), '{"$ne":1}', 'fuzz-key-0001'], 0.2),
      ...this.#sometimes('time-zone', ['Europe/London', '../../etc', '+99:99', 'x'.repeat(90)], 0.2),
      ...this.#sometimes('accept', ['text/event-stream', '*/*', ','], 0.2),
    };
    if (route.method === 'GET') return { method: route.method, path, headers, body: undefined };
    const { type, encoding, bytes } = this.#body(route);
    return {
      method: route.method,
      path,
      headers: { ...headers, 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) },
      body: bytes,
    };
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.next() * list.length)] as T;
  }

  #sometimes(name: string, values: readonly string[], share: number): Record<string, string> {
    return this.#random.next() < share ? { [name]: this.#pick(values) } : {};
  }

  #pathParameter(): string {
    return this.#random.next() < 0.6
      ? this.#pick(this.#ids)
      : this.#pick([
          '%',
          '%00',
          '%ff',
          '%2e%2e',
          '..%2finternal',
          '__proto__',
          'constructor',
          '%F0%9F%A6%93',
          'a'.repeat(300),
          '%7B%22$ne%22:null%7D',
          '0',
          '-1',
          '999999999999999999',
        ]);
  }

  #query(route: Route): string {
    if (this.#random.next() < 0.6) return '';
    const names = [
      'a',
      ...operationOf(route)
        .parameters.filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name),
    ];
    const length = 1 + Math.floor(this.#random.next() * 4);
    const parameter = () => `${this.#pick([...names, '__proto__', 'x[$ne]', 'bookId[]'])}=${this.#pathParameter()}`;
    const parameters = Array.from({ length }, parameter).join('&');
    return `?${parameters}${this.#random.next() < 0.1 ? `&${'q=1&'.repeat(2000)}` : ''}`;
  }

  #body(route: Route): { type: string; encoding?: string; bytes: Buffer | string } {
    const json = JSON.stringify(this.#value(schemaOf(route), 0)) ?? '';
    const roll = this.#random.next();
    const type = 'application/json';
    if (roll < 0.7) return { type, bytes: json };
    if (roll < 0.74) return { type, bytes: json.slice(0, Math.floor(json.length * this.#random.next())) };
    if (roll < 0.78) return { type, bytes: nestedArrays(20_000) };
    if (roll < 0.82)
      return {
        type: this.#pick([
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-7',
          'multipart/form-data; boundary=x',
          '',
          ';',
          'application/problem+json',
        ]),
        bytes: json,
      };
    if (roll < 0.86) return { type, encoding: 'gzip', bytes: gzipSync(json) };
    if (roll < 0.88)
      return { type, encoding: this.#pick(['gzip', 'deflate', 'br', 'zstd', 'wat', 'gzip, gzip']), bytes: json };
    if (roll < 0.9) return { type, encoding: 'gzip', bytes: gzipSync(Buffer.alloc(20_000_000, 32)) };
    if (roll < 0.93)
      return {
        type,
        bytes: this.#pick([
          '',
          'null',
          '[]',
          '"text"',
          'NaN',
          '{"a":1,}',
          '\ufeff{}',
          '{"__proto__":{"isAdmin":true}}',
          '{"title":"\\ud800"}',
          '{"title":1e999}',
          `{"${marker}":1}`,
        ]),
      };
    if (roll < 0.96)
      return {
        type,
        bytes: JSON.stringify(
          Object.fromEntries(Array.from({ length: 2000 }, (_unused, index) => [`k${index}`, marker])),
        ),
      };
    return { type, bytes: Buffer.from(Array.from({ length: 200 }, () => Math.floor(this.#random.next() * 256))) };
  }

  #value(schema: Schema, depth: number): unknown {
    if (this.#random.next() < 0.14 || depth > 6) return this.#pick(hostileValues);
    if (schema.anyOf) return this.#value(this.#pick(schema.anyOf), depth + 1);
    if (schema.enum) return this.#pick(schema.enum);
    const type = Array.isArray(schema.type) ? this.#pick(schema.type) : schema.type;
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#array(schema, depth);
    if (type === 'integer' || type === 'number') return this.#number(schema);
    if (type === 'boolean') return this.#random.next() < 0.5;
    return `${marker} ${Math.floor(this.#random.next() * 1e6)}`;
  }

  /** Leaves out some properties, and sometimes adds one that the schema does not have. */
  #object({ properties = {} }: Schema, depth: number): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(() => this.#random.next() < 0.9)
      .map(([name, property]): [string, unknown] => [name, this.#property(name, property, depth)]);
    if (this.#random.next() < 0.1)
      entries.push([
        this.#pick(['__proto__', '$set', 'isAdmin', 'userId', 'plan', marker, 'a.b']),
        this.#pick(hostileValues),
      ]);
    return Object.fromEntries(entries);
  }

  #array({ items, prefixItems }: Schema, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((item) => this.#value(item, depth + 1));
    const itemSchema = typeof items === 'object' ? items : {};
    return Array.from({ length: Math.floor(this.#random.next() * 4) }, () => this.#value(itemSchema, depth + 1));
  }

  #number({ minimum = 0, maximum = 50 }: Schema): number {
    return Math.floor(minimum + this.#random.next() * Math.min(50, maximum - minimum));
  }

  #property(name: string, schema: Schema, depth: number): unknown {
    if (name.endsWith('Id') && this.#random.next() < 0.8) return this.#pick(this.#ids);
    if (name === 'email' && this.#random.next() < 0.8)
      return `${marker}${Math.floor(this.#random.next() * 1e9)}@example.com`;
    return this.#value(schema, depth + 1);
  }
}

interface Operation {
  readonly parameters: readonly { in: string; name: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

/** The route's operation in the OpenAPI document. */
function operationOf(route: Route): Operation {
  const { paths } = buildOpenApi([route], 'http://localhost') as { paths: Record<string, Record<string, Operation>> };
  const [operation] = Object.values(Object.values(paths)[0] ?? {});
  if (!operation) throw new Error(`The OpenAPI document does not describe ${route.id}.`);
  return operation;
}

const schemaOf = (route: Route): Schema =>
  Object.values(operationOf(route).requestBody?.content ?? {})[0]?.schema ?? { type: 'object' };
