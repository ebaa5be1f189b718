import ts from 'typescript';

/** The fields of a route that the browser client reads. The others are read only by servers. */
const browserFields = new Set(['method', 'path', 'idempotent', 'streams', 'responses']);

/** An object with one of these properties contains fields that several routes share. */
const sharedFields = new Set(['responses', 'access']);

/**
 * Webpack loader for `packages/contracts`: removes the schemas of routes, and marks every expression that builds a
 * schema as pure. So a bundle contains only the schemas that it uses, and zod only if it uses one.
 */
export default function contracts(source: string): string {
  const file = ts.createSourceFile('contract.ts', source, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && textOf(statement.moduleSpecifier) === 'zod')
      edits.push({ node: statement.moduleSpecifier, text: `'#zod'` });
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations)
      if (initializer) edits.push(...purify(initializer));
  }
  return applyEdits(source, edits);
}

interface Edit {
  readonly node: ts.Node;
  readonly text: string;
}

function purify(initializer: ts.Expression): Edit[] {
  if (ts.isCallExpression(initializer) && initializer.expression.getText() === 'defineRoute') {
    const [definition] = initializer.arguments;
    if (definition && ts.isObjectLiteralExpression(definition))
      return [{ node: initializer, text: `/*#__PURE__*/ defineRoute(${browserRoute(definition)} as never)` }];
  }
  const value = withoutType(initializer);
  if (
    ts.isObjectLiteralExpression(value) &&
    value.properties.some(({ name }) => name && sharedFields.has(textOf(name)))
  )
    return [{ node: initializer, text: browserRoute(value) }];
  return callsNow(initializer)
    ? [{ node: initializer, text: `/*#__PURE__*/ (() => (${initializer.getText()}))()` }]
    : [];
}

const withoutType = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? withoutType(node.expression) : node;

/** Whether evaluating the expression calls a function. Bodies of functions are not evaluated. */
function callsNow(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return ts.isCallExpression(node) || ts.isNewExpression(node) || (ts.forEachChild(node, callsNow) ?? false);
}

function browserRoute(definition: ts.ObjectLiteralExpression): string {
  const fields = definition.properties.flatMap((property) => {
    if (!property.name) return [property.getText()];
    const name = textOf(property.name);
    if (!browserFields.has(name)) return [];
    if (name !== 'responses') return [property.getText()];
    if (!ts.isPropertyAssignment(property) || !ts.isObjectLiteralExpression(property.initializer))
      throw new Error('The responses of a route are not an object literal, so their schemas cannot be removed.');
    const kept = property.initializer.properties.filter((response) =>
      /\b(?:emptyReply|fileReply)\b/.test(response.getText()),
    );
    return [`responses: { ${kept.map((response) => response.getText()).join(', ')} }`];
  });
  return `{ ${fields.join(', ')} }`;
}

const textOf = (node: ts.Node): string =>
  ts.isStringLiteral(node) || ts.isIdentifier(node) ? node.text : node.getText();

const applyEdits = (source: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.node.getStart() - a.node.getStart())
    .reduce(
      (text, { node, text: replacement }) => text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd()),
      source,
    );
