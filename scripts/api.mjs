/**
 * Writes a report of each entry point's public types to `etc/`, so that reviews show API changes. With CI set, it only
 * compares the reports.
 */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bring } from './bring.mjs';
import { entryPoints, serverEntryPoints } from './entry-points.mjs';

const root = join(import.meta.dirname, '..');
const { CompilerState, Extractor, ExtractorConfig } = createRequire(import.meta.url)(
  join(bring('test/typescript'), '@microsoft/api-extractor'),
);
mkdirSync(join(root, 'etc'), { recursive: true });

/** The declarations of each report, by its name. */
const reports = [
  ...entryPoints.map(({ path, types }) => [path === '.' ? 'element' : path.slice(2).replaceAll('/', '-'), types]),
  ...serverEntryPoints.map(({ types }) => ['service', join('server', types)]),
];

const configs = reports.map(([name, types]) => {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, types),
      compiler: { tsconfigFilePath: join(root, 'tsconfig.types.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: join(root, 'etc'),
        reportTempFolder: join(root, 'node_modules/.cache/api'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      newlineKind: 'lf',
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
});

const compilerState = CompilerState.create(configs[0], {
  additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});
const isCI = Boolean(process.env.CI);
for (const config of configs) {
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: !isCI,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  if (!apiReportChanged) continue;
  console.log(`${config.reportFilePath} ${isCI ? 'is out of date: run `npm run api`.' : 'has changed.'}`);
  if (isCI) process.exitCode = 1;
}
