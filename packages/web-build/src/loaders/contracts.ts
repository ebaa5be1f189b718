import ts from 'typescript';

/** What a browser reads of a route. Guards and documentation read the rest on servers. */
const browserFields = new Set(['method', 'path', 'idempotent', 'streams', 'responses']);

/** By these an object is known to hold the fields that several routes share. */
const sharedFields = new Set(['responses', 'access']);

/**
 * Makes a module of `packages/contracts` cheap for browsers: routes lose their schemas, and everything that builds a
 * schema is marked as pure, so that a bundle has only the schemas, and zod itself only when, it uses them.
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

/** Whether evaluating the expression calls something; the body of a function is not evaluated. */
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
      throw new Error('The responses of a route are not an object literal, so their schemas cannot be left out.');
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
