/** These methods of strings make a pattern of an argument that is a string. */
const matchMethods = new Set(['match', 'matchAll', 'search']);
/** No pattern: what other objects with such a method take. */
const otherArguments = new Set(['ObjectExpression', 'ArrayExpression', 'ArrowFunctionExpression']);

/**
 * Forbids patterns that are built at run time, because no checker can analyse them: `new RegExp(text)` with anything but
 * a literal, and `text.match(text)`, which does the same. An argument of a match method must be a regular expression
 * literal, a constant with one, or declared as `RegExp`.
 */
export const noDynamicPattern = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      dynamic:
        'This pattern is built at run time, so its running time cannot be checked. Use a literal or scan the text.',
      notPattern:
        'A string becomes a pattern here that is not checked. Use a regular expression literal, or a constant with one.',
    },
  },
  create: (context) => {
    const { sourceCode } = context;
    const checkConstructor = (node) => {
      const [pattern] = node.arguments;
      if (isRegExp(node) && pattern !== undefined && pattern.type !== 'Literal')
        context.report({ node, messageId: 'dynamic' });
    };
    const checkMatch = (node) => {
      const [pattern] = node.arguments;
      if (pattern === undefined || otherArguments.has(pattern.type) || !matchMethods.has(methodOf(node.callee))) return;
      if (!isPattern(pattern, sourceCode)) context.report({ node: pattern, messageId: 'notPattern' });
    };
    return {
      NewExpression: checkConstructor,
      CallExpression: (node) => {
        checkConstructor(node);
        checkMatch(node);
      },
    };
  },
};

const isRegExp = ({ callee }) => callee?.name === 'RegExp';

const methodOf = ({ type, property, computed }) => {
  if (type !== 'MemberExpression') return undefined;
  return computed ? property.value : property.name;
};

/** Whether a node certainly is a regular expression. One that is made by `RegExp` is checked there. */
function isPattern(node, sourceCode) {
  if (node.type === 'Literal') return node.regex !== undefined;
  if (node.type === 'NewExpression' || node.type === 'CallExpression') return isRegExp(node);
  return node.type === 'Identifier' && isPatternVariable(node, sourceCode);
}

/** The definition of a variable; undefined for a global one, and for one that is defined more than once. */
function findDefinition(identifier, sourceCode) {
  let scope = sourceCode.getScope(identifier);
  while (scope && !scope.set.has(identifier.name)) scope = scope.upper;
  const definitions = scope?.set.get(identifier.name)?.defs ?? [];
  return definitions.length === 1 ? definitions[0] : undefined;
}

function isPatternVariable(identifier, sourceCode) {
  const definition = findDefinition(identifier, sourceCode);
  if (definition === undefined) return false;
  const { typeName } = definition.name.typeAnnotation?.typeAnnotation ?? {};
  if (typeName?.name === 'RegExp') return true;
  const isConstant = definition.type === 'Variable' && definition.parent.kind === 'const';
  const { id, init } = definition.node;
  return isConstant && id.type === 'Identifier' && init != null && isPattern(init, sourceCode);
}
