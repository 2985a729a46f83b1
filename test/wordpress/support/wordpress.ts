/** A real WordPress (Debian's package) on loopback, with MariaDB and PHP's own server, and the plugin from its zip file. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.js';

const run = promisify(execFile);

const SOURCE = process.env['WORDPRESS'] ?? '/usr/share/wordpress';
const ZIP = join(import.meta.dirname, '../../../dist/wordpress/email-verify-element.zip');
const FIXTURES = join(import.meta.dirname, '../fixtures');

/** A submission as a form's backend received it, written down by `form-plugins.php`. */
export interface Sent {
  form: string;
  email: string;
  /** The error that the plugin gave; '' if the form was accepted. */
  error: string;
  /** `[outcome, reason]` of each check of the receipt. */
  checks: [outcome: string, reason: string][];
  /** The notes of an order. */
  notes: string[];
}

export interface WordPress {
  url: string;
  /** Runs PHP code inside WordPress, and resolves to what it prints. */
  php: (code: string) => Promise<string>;
  /** The submissions of the forms, oldest first. */
  sent: () => Sent[];
  close: () => Promise<void>;
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'close');
};

/** Starts a database server that listens on a socket only. */
const startDatabase = async (folder: string): Promise<{ socket: string; child: ChildProcess }> => {
  const [data, socket] = [join(folder, 'database'), join(folder, 'mariadb.sock')];
  const user = `--user=${userInfo().username}`;
  // A server that starts removes the temporary tables that it finds, those of another server too.
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const env = { ...process.env, TMPDIR: temporary };
  await run(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, user, '--skip-test-db', '--auth-root-authentication-method=normal'],
    { env },
  );
  const child = spawn(
    'mariadbd',
    [
      ...['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, user, '--skip-networking'],
      ...['--innodb-flush-log-at-trx-commit=0', '--skip-log-bin'],
    ],
    { stdio: 'ignore', env },
  );
  await eventually(() => existsSync(socket));
  return { socket, child };
};

/** Starts PHP's own server for a folder, on a port that it takes itself. */
const startPhp = async (folder: string): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn('php', ['-S', '127.0.0.1:0', '-t', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    // Its log goes on, and is to be read on.
    child.stderr.on('data', (chunk: Buffer) => {
      const found = /\((http:\/\/127\.0\.0\.1:\d+)\) started/.exec((said += chunk.toString()));
      if (found?.[1]) resolve(found[1]);
    });
    child.on('error', reject);
    child.on('close', () => {
      reject(new Error(`PHP's server ended at its start: ${said}`));
    });
  });
  return { url, child };
};

const config = (socket: string, url: string): string => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${url}' );
define( 'WP_SITEURL', '${url}' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', __DIR__ . '/debug.log' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
$table_prefix = 'wp_';
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`;

const INSTALL = `
define( 'WP_INSTALLING', true );
require 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install( 'A site', 'admin', 'admin@example.com', true, '', 'a password' );
switch_theme( 'twentytwentyone' );
update_option( 'users_can_register', 1 );
update_option( 'comment_moderation', 0 );
update_option( 'comment_previously_approved', 0 );
$found = activate_plugin( 'email-verify-element/email-verify-element.php' );
if ( is_wp_error( $found ) ) exit( $found->get_error_message() );
`;

export const startWordPress = async (): Promise<WordPress> => {
  const folder = mkdtempSync('/tmp/email-verify-wordpress-');
  chmodSync(folder, 0o755);
  const site = join(folder, 'site');
  mkdirSync(site);
  const { url, child: server } = await startPhp(site);
  const { socket, child: database } = await startDatabase(folder);
  cpSync(SOURCE, site, { recursive: true, dereference: true, filter: (path) => !path.endsWith('.htaccess') });
  writeFileSync(join(site, 'wp-config.php'), config(socket, url));
  await run('unzip', ['-q', ZIP, '-d', join(site, 'wp-content/plugins')]);
  mkdirSync(join(site, 'wp-content/mu-plugins'));
  cpSync(FIXTURES, join(site, 'wp-content/mu-plugins'), { recursive: true });

  const php = async (code: string): Promise<string> => {
    const { stdout } = await run('php', ['-r', code], { cwd: site });
    return stdout;
  };
  await php(`(new mysqli('localhost', 'root', '', '', 0, '${socket}'))->query('CREATE DATABASE wordpress');`);
  const trouble = await php(INSTALL);
  if (trouble) throw new Error(`WordPress was not installed: ${trouble}`);
  await eventually(() => fetch(url).then(({ ok }) => ok, () => false)); // prettier-ignore

  const log = join(site, 'sent.log');
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    url,
    php: (code) => php(`require 'wp-load.php'; ${code}`),
    sent: () => read(log).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Sent), // prettier-ignore
    close: async () => {
      await end(server);
      await end(database);
      // WordPress 6.1 itself uses what PHP 8 deprecates.
      const debug = read(join(site, 'debug.log'))
        .split('\n')
        .filter((line) => line.includes('email-verify-element'));
      rmSync(folder, { recursive: true, force: true });
      if (debug.length) throw new Error(`PHP has warned: ${debug.join('\n')}`);
    },
  };
};
