/**
 * Code that is written in one place only. ESLint does not merge the lists of `no-restricted-syntax`: for a file, only the
 * last config entry that matches it applies. So entries whose files overlap repeat the selectors.
 */
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only env.ts reads the environment.',
};
const collections = {
  selector: "CallExpression[callee.type='MemberExpression'][callee.property.name='collection']",
  message: 'Only repositories, migrations and tests open a collection.',
};
/**
 * `list.push(...other)` passes every item as an argument on the stack: with some 120,000 items it throws "Maximum call
 * stack size exceeded". Texts can have that many lines and words, so code for texts must push items one by one.
 */
const spreadPush = {
  selector: "CallExpression[callee.property.name='push'] > SpreadElement",
  message: 'Push items one by one: spreading a long list overflows the stack.',
};
/** Jobs that handle no items, or several batches. */
const otherJobs = 'run-due-work|reconcile|reconcile-on-request|rebuild-on-request';
const batchJobs = {
  selector: [
    ':function > ArrayExpression > :not(CallExpression[callee.name="batchJob"])',
    `:not(ObjectExpression:has(> Property[key.name="name"][value.value=/^(?:${otherJobs})$/]))`,
  ].join(''),
  message: 'Make each job by `batchJob`: one failing item must not block the others.',
};
const declaredJobs = {
  selector: 'Property[key.name="jobs"]:not([value.callee.name="jobs"])',
  message: 'Declare every job in jobs.ts, where a rule checks it.',
};
const routeSchemas = {
  selector: "MemberExpression[property.name='responses']",
  message: 'The build leaves the schemas of routes out of browsers (ADR 7). Use a schema that the contracts export.',
};
/** In a selector `\u002F` stands for the slash, which would end the pattern. */
const contractTypes = {
  selector: 'Program:not(:has(ImportDeclaration[source.value=/^@inkbear\\u002Fcontracts\\u002F/]))',
  message: 'The types of an api file come from the contracts.',
};
const otherFeatures =
  'ImportDeclaration[source.value=/^(?:\\.\\.\\u002F)+[^.\\u002F][^\\u002F]*\\u002F[^\\u002F]+\\.api\\.ts$/]';
const sharedNames = '/(?:Query|Keys|Options)$|^(?:use|invalidate|cache)[A-Z]/';
const featureApi = [
  `${otherFeatures} > ImportSpecifier:not([imported.name=${sharedNames}])`,
  `${otherFeatures} > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)`,
].map((selector) => ({
  selector,
  message:
    'Of the api file of another feature, import queries, keys, options and the functions use…, invalidate… and cache… only.',
}));

const restrict = (files, ignores, selectors) => ({
  files,
  ignores,
  rules: { 'no-restricted-syntax': ['error', ...selectors] },
});
/** Files to which the rules for the environment and for collections do not apply. */
const envFiles = ['**/env.ts', '**/*.test.ts'];
const repositoryFiles = [...envFiles, '**/*.repository.ts', '**/migrations/**', '**/testing/**'];
const frontendTests = ['**/*.test.{ts,tsx}'];

export const restrictedSyntax = [
  restrict(['packages/{press,prose}/src/**/*.ts', 'services/ai/src/offline/**/*.ts'], [], [spreadPush]),
  restrict(['services/*/src/**/*.ts', 'gateway/src/**/*.ts'], envFiles, [environment]),
  restrict(['services/*/src/**/*.ts'], repositoryFiles, [environment, collections]),
  restrict(['services/*/src/jobs.ts'], [], [environment, collections, batchJobs]),
  restrict(['services/*/src/deps.ts'], [], [environment, collections, declaredJobs]),
  restrict(['packages/manuscript-store/src/**/*.ts'], repositoryFiles, [collections]),
  restrict(['services/ai/src/offline/**/*.ts'], ['**/*.test.ts'], [environment, collections, spreadPush]),
  restrict(['frontends/**/*.{ts,tsx}'], [], [routeSchemas]),
  restrict(['frontends/*/src/features/**/*.{ts,tsx}'], frontendTests, [routeSchemas, ...featureApi]),
  restrict(['frontends/**/*.api.ts'], frontendTests, [routeSchemas, contractTypes]),
  restrict(['frontends/*/src/features/**/*.api.ts'], frontendTests, [routeSchemas, contractTypes, ...featureApi]),
];
