import { builtinModules } from 'node:module';
import { entryPoints, packages, serverEntryPoints } from './scripts/entry-points.mjs';

/** Each room of src, and the rooms on the floors below that it may import from. Nothing goes sideways or up. */
export const ROOMS = {
  util: [],
  protocol: ['util'],
  address: ['util', 'protocol'],
  verifier: ['util', 'protocol', 'address'],
  receipt: ['util', 'protocol', 'address'],
  ownership: ['util', 'address', 'receipt'],
  config: ['util', 'protocol', 'verifier'],
  element: ['util', 'protocol', 'address'],
  edge: ['util', 'protocol', 'address', 'verifier', 'receipt', 'config'],
  service: ['util', 'protocol', 'address', 'verifier', 'config'],
  react: ['util', 'protocol', 'element'],
  vue: ['util', 'protocol', 'element'],
  dashboard: ['util', 'protocol', 'address', 'element'],
  cli: ['util', 'protocol', 'address', 'verifier', 'receipt', 'config', 'edge', 'service'],
  php: [],
  wordpress: ['php'],
};

/** The rooms of which a room may import types, and nothing else: they are typed together, and built apart. */
export const TYPES_OF = { dashboard: ['service'] };

const floors = [
  ...Object.entries(ROOMS).map(([room, below]) => ({
    name: `floor-of-${room}`,
    comment: `src/${room} may import from ${below.join(', ') || 'no other room'} only.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: '^src/', pathNot: `^src/(${[room, ...below, ...(TYPES_OF[room] ?? [])].join('|')})/` },
  })),
  ...Object.entries(TYPES_OF).map(([room, typed]) => ({
    name: `floor-of-types-for-${room}`,
    comment: `src/${room} may import types of ${typed.join(', ')}, and nothing else of it.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: `^src/(${typed.join('|')})/`, dependencyTypesNot: ['type-only'] },
  })),
];

/**
 * Each room of src/service, the lowest first, and those below that it may import from. The files beside them put the
 * rooms together; only schema.ts is for rooms.
 */
export const SERVICE_ROOMS = {
  store: [],
  monitoring: ['store'],
  outgoing: [],
  'domain-lists': ['monitoring', 'outgoing'],
  http: ['store', 'monitoring'],
  credits: ['store', 'schema', 'http'],
  keys: ['schema', 'http'],
  accounts: ['store', 'schema', 'http', 'credits', 'keys'],
  'mail-outcomes': ['store', 'schema', 'outgoing', 'http', 'keys'],
  'form-outcomes': ['store', 'schema', 'http', 'credits', 'keys'],
  shaping: ['schema'],
  users: ['store', 'schema', 'monitoring', 'http', 'credits', 'keys', 'accounts'],
  rules: ['store', 'schema', 'monitoring', 'http', 'keys', 'users'],
  checks: ['store', 'schema', 'monitoring', 'http', 'credits', 'keys', 'mail-outcomes', 'rules'],
  lists: [
    'store',
    'schema',
    'outgoing',
    'monitoring',
    'http',
    'credits',
    'keys',
    'checks',
    'mail-outcomes',
    'shaping',
    'users',
    'rules',
  ],
  'bounce-files': ['schema', 'http', 'mail-outcomes', 'users', 'lists'],
  accuracy: ['schema', 'monitoring', 'http', 'keys', 'mail-outcomes', 'users'],
  dashboard: [
    'schema',
    'http',
    'credits',
    'keys',
    'accounts',
    'form-outcomes',
    'mail-outcomes',
    'checks',
    'users',
    'lists',
    'accuracy',
  ],
  openapi: ['http'],
};

/** Each room of src/service/lists, and those below that it may import from. */
export const LIST_ROOMS = {
  file: [],
  callbacks: [],
  work: ['file'],
  results: ['file', 'callbacks', 'work'],
  upload: ['file', 'callbacks', 'work', 'results'],
};

/** The tables of a room of the service, and the migrations to them. */
const TABLES = '(tables|migrations)\\.ts$';

const serviceFloors = [
  ...Object.entries(SERVICE_ROOMS).map(([room, below]) => ({
    name: `floor-of-service-${room}`,
    comment: `src/service/${room} may import from ${below.join(', ') || 'no other room'} of the service only.`,
    severity: 'error',
    from: { path: `^src/service/${room}/`, pathNot: TABLES },
    to: {
      path: '^src/service/',
      pathNot: [
        `^src/service/(${[room, ...below].join('|')})/`,
        ...(below.includes('schema') ? ['^src/service/schema\\.ts$', TABLES] : []),
      ],
    },
  })),
  ...Object.entries(LIST_ROOMS).map(([room, below]) => ({
    name: `floor-of-lists-${room}`,
    comment: `src/service/lists/${room} may import from ${below.join(', ') || 'no other room'} of lists only.`,
    severity: 'error',
    from: { path: `^src/service/lists/${room}/` },
    to: {
      path: '^src/service/lists/[^/]+/',
      pathNot: [`^src/service/lists/(${[room, ...below].join('|')})/`, TABLES],
    },
  })),
  {
    name: 'floor-of-service-tables',
    comment:
      'The tables of a room know no other room, but for its tables: schema.ts, on which all rooms stand, imports them.',
    severity: 'error',
    from: { path: `^src/service/([^/]+)/.*${TABLES}` },
    to: { path: '^src/service/', pathNot: ['^src/service/$1/', '^src/service/store/migration-step\\.ts$', TABLES] },
  },
  {
    name: 'floor-of-service-schema',
    comment: 'schema.ts puts the tables of the rooms together, and imports nothing else of them.',
    severity: 'error',
    from: { path: '^src/service/schema\\.ts$' },
    to: { path: '^src/service/', pathNot: ['^src/service/store/', TABLES] },
  },
];

const sourcesOf = (points) => points.map(({ source }) => `^${source}$`);

/** The entry points that are not for Node alone: for browsers, and for any runtime with Web standards. */
const portable = sourcesOf(entryPoints.filter(({ path }) => !['./verifier', './edge/node'].includes(path)));

/** A published module finds what its package.json names, and nothing else for certain. */
const named = (name, from) => {
  const { dependencies, peerDependencies } = packages[name].manifest;
  return {
    name: `${name}-names-what-it-imports`,
    comment: `A module of ${name} imports only what its package.json has in dependencies or peerDependencies.`,
    severity: 'error',
    from: { path: from },
    to: {
      path: '^node_modules/',
      pathNot: `^node_modules/(${Object.keys({ ...dependencies, ...peerDependencies }).join('|')})/`,
      reachable: true,
    },
  };
};

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = {
  forbidden: [
    ...floors,
    ...serviceFloors,
    named('email-verify-element', sourcesOf(entryPoints)),
    named('email-verify-server', [...sourcesOf(serverEntryPoints), '^src/cli/main\\.ts$']),
    {
      name: 'settings-are-read-by-the-runtimes',
      comment: 'The edge takes options; only what starts it on a runtime reads an environment.',
      severity: 'error',
      from: { path: '^src/edge/(?!runtime/|index\\.ts)' },
      to: { path: '^src/config/' },
    },
    {
      name: 'portable-without-node',
      comment: 'What an entry point for browsers or for any runtime leads to imports nothing of Node.',
      severity: 'error',
      from: { path: portable },
      to: { path: `^(${builtinModules.join('|')})$`, reachable: true },
    },
    {
      name: 'lists-for-verifiers-only',
      comment:
        'The list of disposable domains is a megabyte: no page, and no edge or receipt check without a verifier, loads it. ' +
        'The dashboard reaches it by types of the service: a test looks into its bundle.',
      severity: 'error',
      from: { path: '^src/(element|react|vue|receipt)/|^src/edge/index\\.ts$' },
      to: { path: '^src/address/known-domains/disposable', reachable: true },
    },
    {
      name: 'no-circles',
      comment: 'Imports of types count.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'receipts-build-on-store-and-crypto',
      comment: 'The store and the cryptography of receipts know nothing of receipts.',
      severity: 'error',
      from: { path: '^src/receipt/(crypto|store)/' },
      to: { path: '^src/receipt/[^/]+$' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports, and that imports nothing.',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$|^src/wordpress/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

export default configuration;
