/** Bare Hono that looks up one row in a PostgreSQL, as a child process: `hono.mjs DATABASE_URL`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query('create table if not exists bare (name text primary key, status text not null)');
await pool.query(`insert into bare values ('example.com', 'valid') on conflict do nothing`);

const app = new Hono();
app.get('/api/validate', async (context) => {
  const email = context.req.query('email') ?? '';
  const { rows } = await pool.query('select status from bare where name = $1', ['example.com']);
  return context.json({ email, ...rows[0] });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`serves at http://127.0.0.1:${port}/`);
});
