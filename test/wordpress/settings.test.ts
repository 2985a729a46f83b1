/** The plugin's settings, Site Health, and what it leaves behind, in a real WordPress before the built edge. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { comment } from './support/forms.js';
import { useSite } from './support/site.js';
import { useVisitor } from './support/visitor.js';

const site = useSite({ isSet: false });
const visitor = useVisitor(site);

describe('the settings', () => {
  test('leave every page alone before an edge is set, and say so in Site Health', async () => {
    const html = await (await fetch(site.url() + comment.path)).text();
    assert.ok(!html.includes('email-verify'));
    assert.match(await site.health(), /recommended: No edge address is set/);
  });

  test('are made on their page: the edge, the forms, the policy, the language', async () => {
    let page = await visitor.open('/wp-login.php');
    // WordPress moves the focus there after 200 ms, whatever is being typed.
    await page.waitForSelector('#user_login:focus');
    await page.type('#user_login', 'admin');
    await page.type('#user_pass', 'a password');
    await Promise.all([page.waitForNavigation(), page.click('#wp-submit')]);
    page = await visitor.open('/wp-admin/options-general.php?page=email-verify-element');
    await page.type('#email_verify_element_endpoint', `${site.edge().url}/verify`);
    await page.focus('#email_verify_element_block');
    await page.keyboard.press('End');
    await page.keyboard.type(' disposble disposable');
    await page.click('[value="gravity-forms"]');
    await page.select('#email_verify_element_language', 'de');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    const notice = await page.$$eval('.notice, .error', (nodes) => nodes.map(({ textContent }) => textContent).join());
    assert.match(notice, /disposble/);
    const stored = JSON.parse(await site.php(`echo json_encode( get_option( 'email_verify_element' ) );`)) as object;
    assert.deepEqual(stored, {
      ...{ endpoint: `${site.edge().url}/verify/`, off: ['gravity-forms'], block: 'invalid disposable', warn: 'risky' },
      ...{ allow_domains: '', unverified: 'accept', language: 'de' },
    });
    assert.deepEqual(visitor.errors, []);
    const html = await (await fetch(site.url())).text();
    assert.match(html, /<script async src='[^']*\/assets\/[\d.]+\/email-verify\.classic\.js/);
    assert.match(html, /"block":"invalid disposable".*"lang":"de"/);
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
    return JSON.parse(await site.php(code)) as unknown[];
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
  const found = await site.php(`add_filter( 'home_url', function () { return 'https://shop.example'; } );
    add_filter( 'option_email_verify_element', function () { return array( 'endpoint' => 'http://a.example/' ); } );
    echo EmailVerifyElement\\Site_Health::test()['description'];`);
  assert.match(found, /Browsers refuse the edge at http:\/\/a\.example/);
});

test('Site Health is good while the edge can be reached, and names an origin that the edge refuses', async () => {
  assert.match(await site.health(), /^good: The edge can be reached/);
  const refused =
    await site.php(`add_filter( 'email_verify_element_origins', function () { return array( 'https://other.example' ); } );
    echo call_user_func( array( 'EmailVerifyElement\\\\Site_Health', 'test' ) )['description'];`);
  assert.match(refused, /add https:\/\/other\.example to its ALLOWED_ORIGINS/);
});

test('Site Health tells that the clock is wrong, by which receipts seem early or expired', async () => {
  const wrong = await site.php(`add_filter( 'http_response', function ( $response ) {
      $response['headers']['date'] = gmdate( 'D, d M Y H:i:s', time() + 600 ) . ' GMT';
      return $response;
    } );
    echo call_user_func( array( 'EmailVerifyElement\\\\Site_Health', 'test' ) )['description'];`);
  assert.match(wrong, /clock and the edge.{1,8}s are (599|600|601) seconds apart/);
});

test('domains to allow are written as the edge writes them, and others are reported', async () => {
  const read = (entered: string): Promise<string> =>
    site.php(`require_once ABSPATH . 'wp-admin/includes/template.php';
      add_filter( 'option_email_verify_element', function () { return array( 'allow_domains' => 'kept.example' ); } );
      $read = EmailVerifyElement\\Settings::sanitize( array( 'allow_domains' => '${entered}' ) )['allow_domains'];
      echo $read, '|', implode( ' ', array_column( get_settings_errors(), 'code' ) );`);
  assert.equal(await read('@Example.com, b.example'), 'example.com b.example|');
  assert.equal(await read('bücher.example'), 'xn--bcher-kva.example|');
  for (const wrong of ['https://a.example', '*.corp.example', 'localhost', 'a@b.example']) {
    assert.equal(await read(`good.example ${wrong}`), 'kept.example|allow_domains', wrong);
  }
});

test('an edge in a network is not at a reserved address', async () => {
  const hosts = [
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    // Other spellings of 169.254.169.254, as inet_aton and curl read them.
    '169.254.43518',
    '2852039166',
    '0251.0376.0251.0376',
    '100.63.0.1',
    '100.128.0.1',
    '192.0.1.1',
    '1.2.3.4',
  ];
  const found = await site.php(`foreach ( explode( ' ', '${hosts.join(' ')}' ) as $host ) {
    echo (int) EmailVerifyElement\\Edge::is_reserved( $host );
  }`);
  assert.equal(found, '11111110000');
});

test('Site Health tells that the edge is in test mode', async () => {
  const text = await site.php(`add_filter( 'http_response', function ( $response ) {
      $response['body'] = '{"status":"ok","test_mode":true}';
      return $response;
    } );
    echo EmailVerifyElement\\Site_Health::test()['description'];`);
  assert.match(text, /test mode/);
});

test('an option that code has stored with a wrong type breaks no page', async () => {
  const found =
    await site.php(`add_filter( 'option_email_verify_element', function () { return array( 'off' => null ); } );
    echo strlen( EmailVerifyElement\\Forms::selector() ) > 0;`);
  assert.equal(found, '1');
});

test('the guide for a privacy policy says which data goes where', async () => {
  const text = await site.php(`require_once ABSPATH . 'wp-admin/includes/admin.php';
    set_current_screen( 'dashboard' );
    do_action( 'admin_init' );
    echo wp_json_encode( WP_Privacy_Policy_Content::get_suggested_policy_text() );`);
  assert.match(text, /"plugin_name":"Email Verify".*sent to our verification server/);
});

test('uninstalling deletes all that was stored', async () => {
  const left = await site.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
    $plugin = 'email-verify-element/email-verify-element.php';
    deactivate_plugins( $plugin );
    uninstall_plugin( $plugin );
    echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM wp_options WHERE option_name LIKE '%email_verify_element%'" );`);
  assert.equal(left, '0');
});
