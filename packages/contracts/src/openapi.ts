import { z } from 'zod';
import { errorCodes } from './error-codes.ts';
import { problem } from './problem.ts';
import { errorsOf } from './route-errors.ts';
import { bodyLimits, type ReplyShape, type Route } from './route.ts';

type Json = Record<string, unknown>;
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  return rest;
};
const problemReply = {
  description: 'A problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Builds the OpenAPI 3.1 document of the public API from the schemas that validate requests and replies. */
export function buildOpenApi(routes: readonly Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Inkbear', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'inkbear_session' },
        admin: { type: 'apiKey', in: 'header', name: 'x-admin-token' },
      },
    },
  };
}

function operation(route: Route): Json {
  const errors = errorsOf(route);
  const errorStatuses = new Set(errors.map((code) => errorCodes[code].status));
  const problems = Object.fromEntries([...errorStatuses].map((status) => [status, problemReply]));
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.owner],
    parameters: [
      ...parametersOf(route, 'params', 'path'),
      ...parametersOf(route, 'query', 'query'),
      ...headersOf(route),
    ],
    ...(route.body || route.bodyKind ? { requestBody: requestBody(route) } : {}),
    responses: {
      ...problems,
      ...Object.fromEntries(Object.entries(route.responses).map(([status, shape]) => [status, replyOf(shape, route)])),
    },
    security: {
      public: [],
      visitor: [{}, { session: [] }],
      user: [{ session: [] }],
      admin: [{ admin: [] }],
      'admin-user': [{ admin: [] }, { session: [] }],
      service: [],
    }[route.access],
    'x-rate-class': route.rate,
    'x-error-codes': errors,
  };
}

function parametersOf(route: Route, part: 'params' | 'query', where: 'path' | 'query'): Json[] {
  const schema = route[part];
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function headersOf(route: Route): Json[] {
  return [
    ...(route.ifMatch
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: route.ifMatch !== 'optional',
            schema: { type: 'string' },
            description: 'The revision on which the change is based, in quotation marks.',
          },
        ]
      : []),
    ...(route.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string' },
            description: 'The reply to this key is stored for 24 hours.',
          },
        ]
      : []),
  ];
}

function requestBody(route: Route): Json {
  const type = { raw: 'application/json', multipart: 'multipart/form-data', json: 'application/json' }[
    route.bodyKind ?? 'json'
  ];
  const isOptional = route.body?.safeParse(undefined).success ?? false;
  return {
    required: !isOptional,
    description: `At most ${bodyLimits[route.bodyLimit ?? 'small']} bytes.`,
    content: { [type]: { schema: route.body ? schemaOf(route.body, 'input') : {} } },
  };
}

function replyOf(shape: ReplyShape, route: Route): Json {
  if ('kind' in shape && shape.kind === 'empty') return { description: 'Done' };
  if ('kind' in shape && shape.kind === 'file')
    return {
      description: 'A file',
      content: { [shape.contentType]: { schema: { type: 'string', format: 'binary' } } },
    };
  const json = { schema: schemaOf(shape, 'output') };
  return {
    description: 'OK',
    content: {
      'application/json': json,
      ...(route.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
    },
  };
}
