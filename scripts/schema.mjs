/**
 * Writes `docs/service/schema.md` from the migrations, the declarations of the tables, and the statements of the
 * service. `npm run schema` runs it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { format } from 'prettier';
import ts from 'typescript';
import { MIGRATIONS } from '../src/service/schema.ts';
import { migrate } from '../src/service/store/migrate.ts';

/** The file, from the root. */
export const FILE = 'docs/service/schema.md';

const service = join(import.meta.dirname, '../src/service');

/** The files of the service with their text, by path below it. */
const sources = () =>
  readdirSync(service, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('migrations.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(service, file), 'utf8') }));

/** The text of a doc comment in one line. */
const docOf = (node) =>
  (ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment) ?? '').replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** The declared tables of a room: name, doc comment, and the doc comments of the columns. */
const declaredIn = ({ file, text }) => {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const interfaces = new Map(statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));
  const composed = [...interfaces.values()].find(({ name }) => name.text.endsWith('Tables'));
  return composed.members.map((member) => {
    const table = interfaces.get(member.type.typeName.text);
    const columns = new Map(table.members.map((column) => [column.name.text, docOf(column)]));
    return { name: member.name.text, room: dirname(file), doc: docOf(table), columns };
  });
};

/** The columns, keys and indexes of the migrated tables. */
const migrated = async () => {
  const pglite = new PGlite();
  const query = async (text, values) => {
    const { rows, affectedRows } = await pglite.query(text, values);
    return { command: text.split(' ')[0].toUpperCase(), rows, rowCount: affectedRows };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }), end: () => pglite.close() };
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, MIGRATIONS);
    const read = async (statement) => (await statement.execute(db)).rows;
    return {
      columns: await read(sql`select table_name as table, column_name as name, is_nullable = 'YES' as nullable,
          case data_type when 'ARRAY' then ltrim(udt_name, '_') || '[]' when 'timestamp with time zone'
            then 'timestamptz' else data_type end as type
        from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`),
      keys: await read(sql`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype in ('p', 'f', 'u') and connamespace = 'public'::regnamespace
        order by contype desc, conname`),
      indexes:
        await read(sql`select tablename as table, regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+ USING btree',
          '\\1INDEX') as definition
        from pg_indexes where schemaname = 'public'
          and indexname not in (select conname from pg_constraint) order by indexname`),
    };
  } finally {
    await db.destroy();
  }
};

/** The statements of a kind: builders of Kysely's, SQL, rows that are copied, and better-auth's adapter. */
const STATEMENTS = {
  write: (name) =>
    new RegExp(
      `(?:insertInto|updateTable)\\('${name}'|\\b(?:insert into|update) ${name}\\b|(?:createCopier\\(\\w+, |CopiedRows\\()'${name}'|modelName: '${name}'`,
    ),
  remove: (name) => new RegExp(`deleteFrom\\('${name}'|\\bdelete from ${name}\\b`),
};

const filesWith = (files, statement) =>
  files
    .filter(({ text }) => statement.test(text))
    .map(({ file }) => `\`${file}\``)
    .join(', ');

const section = ({ name, room, doc, columns: docs }, { columns, keys, indexes }, files) => {
  const of = (rows) => rows.filter(({ table }) => table === name);
  const removers = [
    filesWith(files, STATEMENTS.remove(name)),
    of(keys).some(({ definition }) => definition.includes('ON DELETE CASCADE')) ? 'the row that it refers to' : '',
  ].filter(Boolean);
  const fate = removers.length ? `Deleted by ${removers.join(', and with ')}.` : 'Its rows stay.';
  const definitions = [...of(keys), ...of(indexes)].map(({ definition }) => `- \`${definition}\``);
  return `## ${name}

${doc}

Room: \`${room}\`. Written by ${filesWith(files, STATEMENTS.write(name)) || 'nobody'}. ${fate}

| column | type | meaning |
| --- | --- | --- |
${of(columns)
  .map(
    ({ name: column, type, nullable }) =>
      `| \`${column}\` | ${type}${nullable ? ', null' : ''} | ${docs.get(column) ?? ''} |`,
  )
  .join('\n')}

${definitions.join('\n')}`;
};

/** The page: resolves to Markdown. */
export const schemaPage = async () => {
  const files = sources();
  const tables = files.filter(({ file }) => file.endsWith('/tables.ts')).flatMap(declaredIn);
  const database = await migrated();
  return format(
    `# The tables of the service

The embedded database and a PostgreSQL of yours have the same tables. This page is made from the migrations (version ${MIGRATIONS.length}), the
declarations, and the statements in \`src/service\`: \`npm run schema\`. Do not write to them yourself: balances, counters and rows are checked against each
other. [Backups](backup.md) hold all of them.

${tables.map((table) => section(table, database, files)).join('\n\n')}
`,
    { parser: 'markdown', printWidth: 120 },
  );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(import.meta.dirname, '..', FILE), await schemaPage());
}
