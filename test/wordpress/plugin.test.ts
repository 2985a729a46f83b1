/** The plugin, from its zip file, in a real WordPress, before the built edge: driven in Chromium, and posted to by programs. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { startBrowser } from '../e2e/support/browser.js';
import { startProgram, temporaryFolder, type Program } from '../e2e/support/program.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { comment, other, plugins, registration, type Form } from './support/forms.js';
import { startWordPress, type Sent, type WordPress } from './support/wordpress.js';

const ZONE = {
  'gmail.com': { MX: ['mx.gmail.com'] },
  'mx.gmail.com': { A: ['1.2.3.4'] },
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};
const GOOD = 'anna@harbour-shop.com';
const BAD = 'anna@no-such-harbour.com';

const data = temporaryFolder();
let dns: DnsServer;
let wordpress: WordPress;
let edge: Program;
let browser: Browser;
let page: Page;
let errors: string[] = [];

const change = (settings: Record<string, unknown>): Promise<string> => {
  const json = JSON.stringify(settings).replaceAll("'", "\\'");
  return wordpress.php(`update_option( 'email_verify_element', json_decode( '${json}', true ) + (array) get_option( 'email_verify_element' ) );
    delete_transient( 'email_verify_element_up' );`);
};

beforeAll(async () => {
  [dns, wordpress, browser] = await Promise.all([startDnsServer({ zone: ZONE }), startWordPress(), startBrowser()]);
  await putDatabase(data.path);
  edge = await startProgram({ DATA_DIR: data.path, DNS_SERVERS: dns.address, ALLOWED_ORIGINS: wordpress.url });
});

afterAll(async () => {
  await browser.close();
  await edge.end();
  await dns.close();
  data.remove();
  await wordpress.close();
});

beforeEach(() => {
  errors = [];
});

/** Opens a page of WordPress in a tab of its own. */
const open = async (path: string): Promise<void> => {
  const before = await browser.pages();
  page = await browser.newPage();
  // Chromium may never answer for a tab that is about to show the answer to its form.
  await Promise.race([Promise.all(before.map((old) => old.close())), setTimeout(2000)]);
  // No pause of the machine ends a hold before the verdict.
  await page.evaluateOnNewDocument('window.emailVerify = { hold: 60000 }');
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // A refused form is an answer with an error's status.
    const isOurs = /error|warn/.test(message.type()) && !/Failed to load resource|JQMIGRATE/.test(message.text());
    if (isOurs) errors.push(message.text());
  });
  await page.goto(wordpress.url + path);
};

const newest = (from: number): Sent[] => wordpress.sent().slice(from);

/** Types an address anew, with real keys. */
const typeInto = async ({ input }: Form, address: string): Promise<void> => {
  await page.click(input, { count: 3 });
  await page.keyboard.press('Backspace');
  await page.type(input, address);
};

/** What a person does who makes a typo, then enters a domain that does not exist, then the right one. */
const story = async (form: Form, rest?: () => Promise<unknown>): Promise<void> => {
  const before = wordpress.sent().length;
  await open(form.path);
  await rest?.();
  await typeInto(form, 'anna@gmial.com');
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    (css) => document.querySelector<HTMLInputElement>(css)?.value === 'anna@gmail.com',
    {},
    form.input,
  );

  await typeInto(form, BAD);
  await page.click(form.button);
  await page.waitForSelector('email-verify:state(invalid)');
  await page.waitForFunction((css) => document.activeElement?.matches(css), {}, form.input);
  assert.deepEqual(newest(before), [], 'an address that cannot receive mail is not sent');

  await typeInto(form, GOOD);
  await page.click(form.button);
  await eventually(() => newest(before).length > 0);
  const [sent, ...more] = newest(before);
  assert.deepEqual(more, [], 'sent once');
  assert.equal(sent?.email, GOOD);
  assert.equal(sent.error, '');
  assert.deepEqual(new Set(sent.checks.map(String)), new Set(['accepted,ok']), 'with its receipt');
  assert.deepEqual(errors, []);
};

describe('the settings', () => {
  test('leave every page alone before an edge is set, and say so in Site Health', async () => {
    const html = await (await fetch(wordpress.url + comment.path)).text();
    assert.ok(!html.includes('email-verify'));
    assert.match(await health(), /recommended: No edge address is set/);
  });

  test('are made on their page: the edge, the forms, the policy, the language', async () => {
    await open('/wp-login.php');
    // WordPress moves the focus there after 200 ms, whatever is being typed.
    await page.waitForSelector('#user_login:focus');
    await page.type('#user_login', 'admin');
    await page.type('#user_pass', 'a password');
    await Promise.all([page.waitForNavigation(), page.click('#wp-submit')]);
    await open('/wp-admin/options-general.php?page=email-verify-element');
    await page.type('#email_verify_element_endpoint', `${edge.url}/verify`);
    await page.focus('#email_verify_element_block');
    await page.keyboard.press('End');
    await page.keyboard.type(' disposble disposable');
    await page.click('[value="gravity-forms"]');
    await page.select('#email_verify_element_language', 'de');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    const notice = await page.$$eval('.notice, .error', (nodes) => nodes.map(({ textContent }) => textContent).join());
    assert.match(notice, /disposble/);
    const stored = JSON.parse(
      await wordpress.php(`echo json_encode( get_option( 'email_verify_element' ) );`),
    ) as object;
    assert.deepEqual(stored, {
      ...{ endpoint: `${edge.url}/verify/`, off: ['gravity-forms'], block: 'invalid disposable', warn: 'risky' },
      ...{ allow_domains: '', unverified: 'accept', language: 'de' },
    });
    assert.deepEqual(errors, []);
    const html = await (await fetch(wordpress.url)).text();
    assert.match(html, /<script async src='[^']*\/assets\/[\d.]+\/email-verify\.classic\.js/);
    assert.match(html, /"block":"invalid disposable".*"lang":"de"/);
    await change({ off: [], language: '', block: 'invalid' });
    await browser.deleteCookie(...(await browser.cookies()));
  });
});

test('the edge address is a URL to which paths can be added, by https on a site with https', async () => {
  const read = async (home: string, ...entered: unknown[]): Promise<unknown[]> => {
    const json = JSON.stringify(entered);
    const code = `require_once ABSPATH . 'wp-admin/includes/template.php';
      add_filter( 'home_url', function () { return '${home}'; } );
      add_filter( 'option_email_verify_element', function () { return array( 'endpoint' => 'kept' ); } );
      foreach ( json_decode( '${json}' ) as $entered ) {
        $read[] = EmailVerifyElement\\Settings::sanitize( array( 'endpoint' => $entered ) )['endpoint'];
      }
      echo json_encode( $read, JSON_UNESCAPED_SLASHES );`;
    return JSON.parse(await wordpress.php(code)) as unknown[];
  };
  const refused = [
    'http://10.0.0.1/admin?',
    'https://a.example/#',
    'https://a:b@a.example/',
    'ftp://a.example',
    'https:',
  ];
  assert.deepEqual(
    await read('https://shop.example', ...refused),
    refused.map(() => 'kept'),
  );
  assert.deepEqual(
    await read('https://shop.example', 'a.example/verify', 'https://a.example', 'http://localhost:8080/verify/', '', [
      'x',
    ]),
    ['https://a.example/verify/', 'https://a.example/', 'http://localhost:8080/verify/', '', ''],
  );
  assert.deepEqual(await read('https://shop.example', 'http://a.example/'), ['kept'], 'mixed content');
  assert.deepEqual(await read('http://shop.example', 'http://a.example/'), ['http://a.example/']);
  const found = await wordpress.php(`add_filter( 'home_url', function () { return 'https://shop.example'; } );
    add_filter( 'option_email_verify_element', function () { return array( 'endpoint' => 'http://a.example/' ); } );
    echo EmailVerifyElement\\Site_Health::test()['description'];`);
  assert.match(found, /Browsers refuse the edge at http:\/\/a\.example/);
});

/** The entry in Site Health: its status and its words. */
const health = (): Promise<string> =>
  wordpress.php(`$tests = apply_filters( 'site_status_tests', array() );
    $found = call_user_func( $tests['direct']['email_verify_element']['test'] );
    echo $found['status'], ': ', wp_strip_all_tags( $found['description'] );`);

test('Site Health is good while the edge can be reached, and names an origin that the edge refuses', async () => {
  assert.match(await health(), /^good: The edge can be reached/);
  const refused =
    await wordpress.php(`add_filter( 'email_verify_element_origins', function () { return array( 'https://other.example' ); } );
    echo call_user_func( array( 'EmailVerifyElement\\\\Site_Health', 'test' ) )['description'];`);
  assert.match(refused, /add https:\/\/other\.example to its ALLOWED_ORIGINS/);
});

test('Site Health tells that the clock is wrong, by which receipts seem early or expired', async () => {
  const wrong = await wordpress.php(`add_filter( 'http_response', function ( $response ) {
      $response['headers']['date'] = gmdate( 'D, d M Y H:i:s', time() + 600 ) . ' GMT';
      return $response;
    } );
    echo call_user_func( array( 'EmailVerifyElement\\\\Site_Health', 'test' ) )['description'];`);
  assert.match(wrong, /clock and the edge.{1,8}s are (599|600|601) seconds apart/);
});

test('the guide for a privacy policy says which data goes where', async () => {
  const text = await wordpress.php(`require_once ABSPATH . 'wp-admin/includes/admin.php';
    set_current_screen( 'dashboard' );
    do_action( 'admin_init' );
    echo wp_json_encode( WP_Privacy_Policy_Content::get_suggested_policy_text() );`);
  assert.match(text, /"plugin_name":"Email Verify".*sent to our verification server/);
});

describe('in a browser, a typo is fixed, a bad address is not sent, and a good one is sent once with its receipt', () => {
  test('comment', async () => {
    await story(comment, async () => {
      await page.type('#comment', 'Hello');
      await page.type('#author', 'Anna');
    });
  });

  test('registration by wp-login.php', async () => {
    await story(registration, () => page.type('#user_login', 'anna'));
    await page.waitForFunction(() => location.search.includes('checkemail=registered'));
  });

  for (const form of [...plugins, other]) test(form.name, () => story(form));

  test('ninja: the second copy of a form gets its own receipt', async () => {
    const ninja = plugins.find(({ name }) => name === 'ninja')!;
    await story({ ...ninja, path: '/?form=ninja&copy=3_2' });
  });

  test("the script's settings are in a page once", async () => {
    const html = await (await fetch(`${wordpress.url}/?form=woo-blocks`)).text();
    assert.equal(html.split('window.emailVerify = ').length, 2);
  });

  for (const [name, input] of [
    ['a sign-in form', '#login-email'],
    ["WooCommerce's form for a guest's order", '#verify-email'],
  ] as const) {
    test(`other: ${name} on the page is left alone`, async () => {
      await open(other.path);
      await page.type(input, BAD);
      await page.keyboard.press('Tab');
      assert.equal(await page.$('email-verify'), null);
    });
  }
});

test('a form that is switched off is not touched, in the page and on the server', async () => {
  await change({ off: ['contact-form-7', 'other'] });
  const html = await (await fetch(`${wordpress.url}/?form=cf7`)).text();
  assert.match(html, /"match":"[^"]*commentform/);
  assert.ok(!html.includes('wpcf7-form input'));
  const form = plugins.find(({ name }) => name === 'cf7');
  assert.deepEqual((await post(form!, BAD, 'forged'))?.checks, []);

  const isMatch = async (name: string): Promise<boolean> => {
    await open(`/?form=${name}`);
    return page.$eval('input[type=email]', (input) => {
      const { match = '' } = (window as unknown as { emailVerify: { match?: string } }).emailVerify;
      return input.matches(match);
    });
  };
  await change({ off: ['contact-form-7'] });
  assert.equal(await isMatch('cf7'), false, 'not as one of the other forms either');
  assert.equal(await isMatch('other'), true);
  await change({ off: [] });
  assert.equal(await isMatch('cf7'), true);
});

/** Posts a form as a program does, and gives what its backend got. */
const post = async ({ post: request }: Form, email: string, receipt?: string): Promise<Sent | undefined> => {
  const before = wordpress.sent().length;
  const { path, ...init } = request(email, receipt);
  await (await fetch(wordpress.url + path, { method: 'POST', redirect: 'manual', ...init })).text();
  const [sent, ...more] = newest(before);
  assert.deepEqual(more, []);
  return sent;
};

/** A receipt as a page gets it. */
const receiptFor = async (email: string): Promise<string> => {
  const send = async (route: string, body = ''): Promise<Record<string, string>> => {
    const init = { method: 'POST', headers: { origin: wordpress.url, 'content-type': 'text/plain' }, body };
    return (await (await fetch(`${edge.url}/verify/${route}`, init)).json()) as Record<string, string>;
  };
  const { token } = await send('token');
  return (await send('validate', JSON.stringify({ token, email })))['receipt'] ?? '';
};

const CANNOT = 'This email address cannot receive mail. Please check it.';
const UNCHECKED =
  'Your email address could not be checked. Please turn on JavaScript, enter the address again and send the form.';
const words = (sent: Sent | undefined): string => (sent?.error ?? '').replace(/^.*<\/strong> /, '');
const all = [comment, registration, ...plugins];

/** Decides on a comment that came without a receipt. */
const approve = (comment: string, user = 0): Promise<string> =>
  wordpress.php(`wp_set_current_user( ${user} );
    $comment = array( ${comment}, 'comment_author_email' => 'x@harbour-shop.com' );
    echo apply_filters( 'pre_comment_approved', 1, $comment );`);

describe('without a browser, the server decides by the receipt', () => {
  const GOOD = 'berta@harbour-shop.com';
  let good = '';
  let bad = '';
  beforeAll(async () => {
    [good, bad] = await Promise.all([receiptFor(GOOD), receiptFor(BAD)]);
  });

  for (const form of all) {
    test(`${form.name}: none, a forged one and another's are accepted; a genuine one for a bad address is refused`, async () => {
      const outcome = async (email: string, receipt?: string): Promise<[string, string]> => {
        const sent = await post(form, email, receipt);
        return [words(sent), sent?.checks[0]?.[1] ?? ''];
      };
      assert.deepEqual(await outcome('none@harbour-shop.com'), ['', 'malformed']);
      assert.deepEqual(await outcome('eve@harbour-shop.com', good), ['', 'address']);
      assert.deepEqual(await outcome('BERTA@harbour-shop.com', good), ['', 'letter_case']);
      assert.deepEqual(await outcome(BAD, bad), [CANNOT, 'policy']);
      assert.deepEqual(await outcome("o'brien@harbour-shop.com", `${good.slice(0, -4)}AAAA`), ['', 'signature']);
    });
  }

  test('other: is_email() refuses a bad address with its receipt, and nothing without one', async () => {
    const refused = await post(other, BAD, bad);
    assert.equal(words(refused), 'No address.');
    assert.deepEqual(
      refused?.checks,
      [['blocked', 'policy']],
      'only what the form has sent, and not by a mail about the check',
    );
    assert.equal(words(await post(other, BAD)), '');
    assert.equal(words(await post(other, GOOD, good)), '');
  });

  test('with "moderate", comments without a receipt wait, and others are published', async () => {
    await change({ unverified: 'moderate' });
    const held = await post(comment, 'x@harbour-shop.com');
    assert.equal(held?.form, 'comment held');
    assert.equal(held.checks.length, 1, 'checked and reported once');
    assert.equal((await post(comment, GOOD, good))?.form, 'comment');
    assert.equal(words(await post(registration, 'x@harbour-shop.com')), '');
  });

  test('with "block", forms without a receipt are refused', async () => {
    await change({ unverified: 'block' });
    for (const form of all) {
      assert.equal(words(await post(form, 'blocked@harbour-shop.com', 'forged')), UNCHECKED, form.name);
    }
    const free = plugins.find(({ name }) => name === 'cf7');
    assert.equal(words(await post(free!, GOOD, good)), '');
    assert.equal(words(await post(free!, GOOD.toUpperCase(), good)), '', 'plugins change the letter case');
  });

  test('with "block", a verified address is accepted again for half an hour without its receipt, and that of a customer who is signed in', async () => {
    await change({ unverified: 'block' });
    const known = 'dora@harbour-shop.com';
    const gravity = plugins.find(({ name }) => name === 'gravity')!;
    assert.equal(words(await post(gravity, known)), UNCHECKED);
    assert.equal(words(await post(gravity, known, await receiptFor(known))), '', 'the first page of the form');
    assert.equal(words(await post(gravity, known)), '', 'the last page of the form, which validates all');
    const check = (user: number): Promise<string> =>
      wordpress.php(`wp_set_current_user( ${user} );
        echo EmailVerifyElement\\Receipts::check( 'Admin@example.com' );`);
    assert.deepEqual(await Promise.all([check(0), check(1)]), ['unverified', 'accepted']);
    assert.equal(words(await post(gravity, BAD, bad)), CANNOT);
    assert.equal(words(await post(gravity, BAD)), UNCHECKED, 'a blocked address is not remembered');
  });

  test('with "block", a registration that comes back with an error is sent again without a change of the address', async () => {
    await change({ unverified: 'block' });
    await open(registration.path);
    await page.waitForSelector('#user_login:focus');
    await page.type('#user_login', 'admin');
    await typeInto(registration, 'emil@harbour-shop.com');
    await Promise.all([page.waitForNavigation(), page.click(registration.button)]);
    await page.waitForSelector('#user_login:focus');
    await page.click('#user_login', { count: 3 });
    await page.keyboard.type('emil');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.search.includes('checkemail=registered'));
  });

  test('with "block", an administrator adds users to a network all the same', async () => {
    await change({ unverified: 'block' });
    const add = (user: number): Promise<string> =>
      wordpress.php(`wp_set_current_user( ${user} );
        $result = array( 'user_email' => 'new@harbour-shop.com', 'errors' => new WP_Error() );
        echo apply_filters( 'wpmu_validate_user_signup', $result )['errors']->get_error_message( 'user_email' );`);
    assert.equal(await add(0), UNCHECKED);
    assert.equal(await add(1), '');
  });

  test('with "block", a program adds customers to WooCommerce all the same', async () => {
    await change({ unverified: 'block' });
    const found = await wordpress.php(`$filter = 'woocommerce_registration_errors';
      echo apply_filters( $filter, new WP_Error(), 'new', 'new@harbour-shop.com' )->get_error_message();`);
    assert.equal(found, '');
  });

  test('a registration in a network is refused; pingbacks and people who are signed in are left alone', async () => {
    const network = await wordpress.php(`$errors = new WP_Error();
      $_POST['email-verification'] = '${bad}';
      apply_filters( 'wpmu_validate_user_signup', array( 'user_email' => '${BAD}', 'errors' => $errors ) );
      echo $errors->get_error_message( 'user_email' );`);
    assert.equal(network, CANNOT);
    for (const comment of [`'comment_type' => 'pingback'`, `'comment_type' => 'comment', 'user_id' => 1`]) {
      assert.equal(await approve(comment), '1');
    }
    // An administrator who enters a comment of somebody else by the REST API.
    assert.equal(await approve(`'comment_type' => 'comment', 'user_id' => 0`, 1), '1');
  });

  test("reviews of WooCommerce's products are checked as comments are", async () => {
    await change({ unverified: 'moderate' });
    assert.equal(await approve(`'comment_type' => 'review'`), '0');
  });

  test('an outage is noticed in ten seconds, and remembered for a minute', async () => {
    const lifetime = (status: number): Promise<string> =>
      wordpress.php(`delete_transient( 'email_verify_element_up' );
        add_filter( 'pre_http_request', function () { return array( 'response' => array( 'code' => ${status} ), 'body' => '' ); } );
        EmailVerifyElement\\Edge::is_up();
        echo round( ( get_option( '_transient_timeout_email_verify_element_up' ) - time() ) / 10 );
        delete_transient( 'email_verify_element_up' );`);
    assert.equal(await lifetime(200), '1');
    assert.equal(await lifetime(503), '6');
  });

  test('a filter that is wrong keeps nobody out, and breaks no page', async () => {
    await change({ unverified: 'block' });
    const found = await wordpress.php(`
      add_filter( 'email_verify_element_policy', function () { return array( 'block' => 'invalid disposable', 'warn' => 1 ); } );
      echo json_encode( EmailVerifyElement\\Settings::policy() );
      EmailVerifyElement\\Script::enqueue();
      add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
      add_filter( 'email_verify_element_origins', '__return_empty_array' );
      echo EmailVerifyElement\\Receipts::check( 'x@harbour-shop.com' );`);
    assert.equal(found, '{"block":["invalid","disposable"],"warn":[],"allowDomains":[]}accepted');
  });

  test('an origin is written as browsers send it', async () => {
    const found = await wordpress.php(`
      add_filter( 'home_url', function () { return 'https://Bücher.example:443/blog'; } );
      add_filter( 'site_url', function () { return 'http://shop.example:8080'; } );
      echo implode( ' ', EmailVerifyElement\\Receipts::origins() );`);
    const host =
      (await wordpress.php(`echo (int) function_exists( 'idn_to_ascii' );`)) === '1' ? 'xn--bcher-kva' : 'bücher';
    assert.equal(found, `https://${host}.example http://shop.example:8080`);
  });

  test('a receipt for another site is not accepted', async () => {
    await change({ unverified: 'accept' });
    const found =
      await wordpress.php(`add_filter( 'email_verify_element_origins', function () { return array( 'https://other.example' ); } );
      echo EmailVerifyElement\\Receipts::check( '${GOOD}', '${good}' );`);
    assert.equal(found, 'unverified');
  });
});

test('the edge is down: a form is sent at once by the browser, and accepted by the server even with "block"', async () => {
  const bad = await receiptFor(BAD);
  await edge.end();
  await change({ unverified: 'block' });
  assert.match(await health(), /recommended: The edge cannot be reached/);
  for (const form of [comment, plugins[0]!, plugins[1]!]) {
    const before = wordpress.sent().length;
    await open(form.path);
    if (form === comment) {
      await page.type('#comment', 'Hello again');
      await page.type('#author', 'Anna');
    }
    await typeInto(form, 'down@harbour-shop.com');
    await page.click(form.button);
    await eventually(() => newest(before).length > 0);
    assert.equal(words(newest(before)[0]), '', form.name);
  }
  assert.equal(words(await post(registration, BAD, bad)), CANNOT, 'by the keys that it knows');
  await wordpress.php(`delete_transient( 'email_verify_element_keys' );`);
  assert.deepEqual((await post(registration, 'later@harbour-shop.com', bad))?.checks, [
    ['accepted', 'keys_unavailable'],
  ]);
});

test('uninstalling deletes all that was stored', async () => {
  const left = await wordpress.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
    $plugin = 'email-verify-element/email-verify-element.php';
    deactivate_plugins( $plugin );
    uninstall_plugin( $plugin );
    echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM wp_options WHERE option_name LIKE '%email_verify_element%'" );`);
  assert.equal(left, '0');
});
