/** A WordPress with the plugin before the built edge, and what a program does with it. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll } from 'vitest';
import { startProgram, temporaryFolder, type Program } from '../../e2e/support/program.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';
import { putDatabase } from '../../support/pglite-template.js';
import type { Form } from './forms.js';
import { startWordPress, type Sent, type WordPress } from './wordpress.js';

const ZONE = {
  'gmail.com': { MX: ['mx.gmail.com'] },
  'mx.gmail.com': { A: ['1.2.3.4'] },
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};
export const GOOD = 'anna@harbour-shop.com';
export const BAD = 'anna@no-such-harbour.com';

/** The errors that the plugin gives for a blocked address, and with "block" for an unverified one. */
export const CANNOT = 'This email address cannot receive mail. Please check it.';
export const UNCHECKED =
  'Your email address could not be checked. Please turn on JavaScript, enter the address again and send the form.';

/** The error of a sent form, without WordPress' "Error:". */
export const words = (sent: Sent | undefined): string => (sent?.error ?? '').replace(/^.*<\/strong> /, '');

export interface Site extends Pick<WordPress, 'php' | 'sent'> {
  url: () => string;
  edge: () => Program;
  /** Changes these settings, and forgets that the edge was up. */
  change: (settings: Record<string, unknown>) => Promise<string>;
  /** The submissions of the forms after the first `from`. */
  newest: (from: number) => Sent[];
  /** The entry in Site Health: its status and its words. */
  health: () => Promise<string>;
  /** Posts a form as a program does, and resolves to what its backend got. */
  post: (form: Form, email: string, receipt?: string) => Promise<Sent | undefined>;
  /** A receipt as a page gets it. */
  receiptFor: (email: string) => Promise<string>;
}

/**
 * Starts the site for the tests of a file. With `isSet`, the edge's address and the policy are set, as on the settings
 * page.
 */
export const useSite = ({ isSet = true } = {}): Site => {
  const data = temporaryFolder();
  let dns: DnsServer;
  let wordpress: WordPress;
  let edge: Program;

  const change: Site['change'] = (settings) => {
    const json = JSON.stringify(settings).replaceAll("'", "\\'");
    return wordpress.php(`$before = get_option( 'email_verify_element', array() );
      update_option( 'email_verify_element', json_decode( '${json}', true ) + $before );
      delete_transient( 'email_verify_element_up' );`);
  };
  const newest: Site['newest'] = (from) => wordpress.sent().slice(from);

  beforeAll(async () => {
    [dns, wordpress] = await Promise.all([startDnsServer({ zone: ZONE }), startWordPress()]);
    await putDatabase(data.path);
    edge = await startProgram({ DATA_DIR: data.path, DNS_SERVERS: dns.address, ALLOWED_ORIGINS: wordpress.url });
    if (isSet) await change({ endpoint: `${edge.url}/verify/`, block: 'invalid' });
  });

  afterAll(async () => {
    await edge.end();
    await dns.close();
    data.remove();
    await wordpress.close();
  });

  return {
    php: (code) => wordpress.php(code),
    sent: () => wordpress.sent(),
    url: () => wordpress.url,
    edge: () => edge,
    change,
    newest,
    health: () =>
      wordpress.php(`$tests = apply_filters( 'site_status_tests', array() );
        $found = call_user_func( $tests['direct']['email_verify_element']['test'] );
        echo $found['status'], ': ', wp_strip_all_tags( $found['description'] );`),
    post: async ({ post: request }, email, receipt) => {
      const before = wordpress.sent().length;
      const { path, ...init } = request(email, receipt);
      await (await fetch(wordpress.url + path, { method: 'POST', redirect: 'manual', ...init })).text();
      const [sent, ...more] = newest(before);
      assert.deepEqual(more, []);
      return sent;
    },
    receiptFor: async (email) => {
      const send = async (route: string, body = ''): Promise<Record<string, string>> => {
        const init = { method: 'POST', headers: { origin: wordpress.url, 'content-type': 'text/plain' }, body };
        return (await (await fetch(`${edge.url}/verify/${route}`, init)).json()) as Record<string, string>;
      };
      const { token } = await send('token');
      return (await send('validate', JSON.stringify({ token, email })))['receipt'] ?? '';
    },
  };
};
