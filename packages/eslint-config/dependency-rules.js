/**
 * Which folder may import which (docs/architecture.md): checked by dependency-cruiser in `npm run lint`. Paths are from
 * the root of the repository; `$1` stands for the first group of `from`.
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const frontendKits = 'packages/(web-kit|ui-kit)/';
const serverKits = 'packages/(service-kit|manuscript-store)/';

export const dependencyRules = [
  rule(
    'no-cycles',
    'Modules in a cycle cannot be understood one at a time; type imports count.',
    {},
    { circular: true },
  ),
  rule(
    'no-service-imports-another-service',
    'Services talk over internal routes and events.',
    { path: '^(services/[^/]+|gateway)/' },
    { path: '^(services/[^/]+|gateway)/', pathNot: '^$1/' },
  ),
  rule(
    'no-package-imports-a-process',
    'Packages are below services and frontends. The local start, browser specs and benchmarks start processes, operator commands include those of services, and the evaluation measures prompts of services, so they may.',
    { path: '^packages/', pathNot: '^packages/(e2e|eval|load|local|operations)/' },
    { path: '^(services|gateway|frontends)/' },
  ),
  rule(
    'only-repositories-import-models',
    'A mongoose model is private to its repository. Migrations and tests may access the database.',
    { pathNot: '\\.(repository|test)\\.ts$|/migrations/' },
    { path: '\\.model\\.ts$' },
  ),
  rule(
    'only-deps-import-routes',
    'Inside a service the direction is routes → use cases → decisions and repositories.',
    { path: '^services/', pathNot: '/deps\\.ts$|\\.test\\.ts$' },
    { path: '^services/.*\\.routes\\.ts$' },
  ),
  rule(
    'decisions-import-no-repository',
    'Policies and presenters are pure: a use case reads what they need. They may use the types of rows.',
    { path: '^services/.*\\.(policy|presenter)\\.ts$' },
    { path: '\\.(repository|model)\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'no-frontend-imports-another-frontend',
    'Remotes are composed at run time, not bundled into each other.',
    { path: '^frontends/([^/]+)/' },
    { path: '^frontends/', pathNot: '^frontends/$1/' },
  ),
  rule(
    'no-frontend-imports-server-code',
    'Browsers get contracts, prose, press, story-analysis and the frontend kits.',
    { path: `^(frontends|${frontendKits.slice(0, -1)})/` },
    { path: `^(services|gateway|packages/(local|operations)|${serverKits.slice(0, -1)})/` },
  ),
  rule(
    'no-server-imports-frontend-code',
    'Servers have no DOM.',
    { path: `^(services|gateway|packages/(local|operations)|${serverKits.slice(0, -1)})/` },
    { path: `^(frontends|${frontendKits.slice(0, -1)})/` },
  ),
  rule(
    'contracts-import-nothing',
    'Contracts are schemas: they import only zod and do no I/O.',
    { path: '^packages/contracts/src/', pathNot: '\\.test\\.ts$' },
    { pathNot: '^packages/contracts/|node_modules/zod/' },
  ),
  rule(
    'pure-packages-stay-pure',
    'prose, press and story-analysis run on servers and in browsers.',
    { path: '^packages/(prose|press|story-analysis)/src/', pathNot: '\\.test\\.ts$' },
    { path: '^(packages/(?!prose|press|story-analysis)|services|gateway|frontends)' },
  ),
  rule(
    'no-feature-imports-another-feature',
    'Pages compose features. Move code that two features need to a kit. Of another feature only `<noun>.api.ts` may be imported: the reads, mutations and keys of one resource of the server.',
    { path: '^frontends/(author|admin|marketing|shell)/src/features/([^/]+)/' },
    { path: '^frontends/[^/]+/src/features/', pathNot: '^frontends/$1/src/features/($2/|[^/]+/[^/]+[.]api[.]ts$)' },
  ),
  rule(
    'shared-components-import-no-feature',
    'Components that several features use must not depend on a feature.',
    {
      path: '^frontends/(author/src/(ui|kit|saving)|(admin|marketing)/src/kit|shell/src/platform)/',
      pathNot: '\\.test\\.tsx?$',
    },
    { path: '^frontends/[^/]+/src/(app|pages|manuscript|features)/' },
  ),
  rule(
    'web-kit-imports-no-component',
    'ui-kit has the components; web-kit has what pages need without them.',
    { path: '^packages/web-kit/src/' },
    { path: '^packages/ui-kit/' },
  ),
  rule(
    'repositories-import-no-presenter',
    'A repository returns its rows; presenters turn them into replies.',
    { path: '^services/[^/]+/src/.*\\.repository\\.ts$' },
    { path: '\\.presenter\\.ts$' },
  ),
  rule(
    'only-the-broker-imports-nats',
    'Connections, consumers and the backup of streams are in one place each.',
    {
      path: '^(services|gateway|packages)/',
      pathNot:
        '^packages/(service-kit/src/(broker|consumer)|operations/src/backup/streams)\\.ts$|\\.(test|spec)\\.ts$|/testing/',
    },
    { path: 'node_modules/nats/' },
  ),
  rule(
    'no-page-imports-another-page',
    'Move code that two pages need to a feature or to the kit.',
    { path: '^frontends/([^/]+)/src/pages/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
    { path: '^frontends/[^/]+/src/pages/', pathNot: '^frontends/$1/src/pages/$2/' },
  ),
  rule(
    'only-the-remote-imports-pages',
    'Shared code must not depend on pages. The skeleton and the script that fills it are separate entries, built from the dashboard.',
    {
      path: '^frontends/author/src/',
      pathNot: '^frontends/author/src/(pages/|(remote|skeletons|fill-skeleton)\\.tsx?$)',
    },
    { path: '^frontends/author/src/pages/' },
  ),
  rule(
    'only-overlays-import-antd',
    'antd is large: the author remote loads it with the first dialog, through one file.',
    { path: '^frontends/author/src/', pathNot: '^frontends/author/src/ui/overlays/antd-overlays[.]tsx$' },
    { path: 'node_modules/antd/' },
  ),
  rule(
    'no-feature-imports-a-page',
    'The direction is page → feature → kit.',
    { path: '^frontends/(author|admin|marketing|shell)/src/features/', pathNot: '\\.test\\.tsx?$' },
    { path: '^frontends/[^/]+/src/(app|pages|manuscript)/' },
  ),
];

/** How dependency-cruiser reads this repository: workspaces are followed to their sources, type imports count. */
export const cruiseOptions = {
  ruleSet: { forbidden: dependencyRules },
  validate: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)dist/' },
  tsPreCompilationDeps: true,
  outputType: 'json',
};

export const resolveOptions = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'require', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
};
