/** The plugin's settings, Site Health, and what it leaves behind, in a real WordPress before the built edge. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { MENDED, REFUSED } from './support/edge-addresses.js';
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
    const field = '#email_verify_element_endpoint';
    await page.type(field, 'localhost:8090/verify?page=1');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    assert.equal(await page.$eval(field, (input) => (input as HTMLInputElement).value), 'localhost:8090/verify?page=1');
    const error = await page.$eval('#email_verify_element_endpoint_error', ({ textContent }) => textContent);
    assert.equal(
      error,
      'This is not saved. It goes on after a "?", but paths are added to it. Enter http://localhost:8090/verify/',
    );
    assert.equal(await site.php('echo EmailVerifyElement\\Settings::endpoint();'), '');

    await page.click(field, { count: 3 });
    await page.type(field, site.edge().url);
    await page.focus('#email_verify_element_block');
    await page.keyboard.press('End');
    await page.keyboard.type(' disposble disposable');
    await page.click('[value="gravity-forms"]');
    await page.select('#email_verify_element_language', 'de');
    await page.select('#email_verify_element_outcomes', 'off');
    await Promise.all([page.waitForNavigation(), page.click('#submit')]);
    const notice = await page.$$eval('.notice, .error', (nodes) => nodes.map(({ textContent }) => textContent).join());
    assert.match(notice, /disposble/);
    assert.match(notice, /There is no edge at (\S+), but at \1verify\/, which is used/);
    const stored = JSON.parse(await site.php(`echo json_encode( get_option( 'email_verify_element' ) );`)) as object;
    assert.deepEqual(stored, {
      ...{ endpoint: `${site.edge().url}/verify/`, off: ['gravity-forms'], block: 'invalid disposable', warn: 'risky' },
      ...{ allow_domains: '', unverified: 'accept', language: 'de', outcomes: 'off' },
    });
    assert.deepEqual(visitor.errors, []);
    const html = await (await fetch(site.url())).text();
    assert.match(html, /<script async src='[^']*\/assets\/[\d.]+\/email-verify\.classic\.js/);
    assert.match(html, /"block":"invalid disposable".*"lang":"de","outcomes":"off"/);
  });
});

describe('the edge address', () => {
  /** Reads entered texts on a site: the address, or the error. */
  const read = async (home: string, ...entered: string[]): Promise<string[]> => {
    const json = JSON.stringify(entered).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    const code = `add_filter( 'home_url', function () { return '${home}'; } );
      add_filter( 'site_url', function () { return '${home}/wp'; } );
      foreach ( json_decode( '${json}' ) as $entered ) {
        $found  = EmailVerifyElement\\Edge_Address::read( $entered );
        $read[] = ( $found['is_secret'] ? 'secret: ' : '' ) . $found['url'] . $found['error'];
      }
      echo json_encode( $read, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );`;
    return JSON.parse(await site.php(code)) as string[];
  };

  test('is mended where it has one meaning only', async () => {
    const found = await read('https://shop.example', ...Object.keys(MENDED));
    assert.deepEqual(Object.fromEntries(Object.keys(MENDED).map((text, at) => [text, found[at]])), MENDED);
    const local = ['edge:8080', '10.0.0.7/verify', 'a.example', 'http://a.example'];
    assert.deepEqual(await read('http://shop.example', ...local), [
      'http://edge:8080/',
      'http://10.0.0.7/verify/',
      'https://a.example/',
      'http://a.example/',
    ]);
  });

  test('is refused with what is wrong and what would be right where it can be none', async () => {
    const found = await read('https://shop.example', ...Object.keys(REFUSED));
    Object.entries(REFUSED).forEach(([text, error], at) => {
      assert.match(found[at] ?? '', error, text);
    });
  });

  /** Saves a text on the settings page of a site whose address is kept.example. */
  const save = async (entered: unknown, code = ''): Promise<Record<'endpoint' | 'typed' | 'said', string>> => {
    const found = await site.php(`require_once ABSPATH . 'wp-admin/includes/template.php';
      ${code}
      add_filter( 'pre_option_email_verify_element', function () { return array( 'endpoint' => 'https://kept.example/' ); } );
      $saved = EmailVerifyElement\\Settings::sanitize( json_decode( '${JSON.stringify({ endpoint: entered })}', true ) );
      $said  = implode( ' ', array_column( get_settings_errors(), 'message' ) );
      echo json_encode( array( 'endpoint' => $saved['endpoint'], 'typed' => $saved['typed'] ?? '', 'said' => $said ) );`);
    return JSON.parse(found) as Record<'endpoint' | 'typed' | 'said', string>;
  };

  test('stays in use while another is wrong, and the wrong text stays on the page unless it may hold a secret', async () => {
    const wrong = await save('ftp://a.example/<b>');
    assert.equal(wrong.endpoint, 'https://kept.example/');
    assert.equal(wrong.typed, 'ftp://a.example/<b>');
    assert.match(wrong.said, /^The edge address was not saved\. It begins with &quot;ftp:&quot;/);
    const secret = await save('live_Zk3-9dKx7aQpLm2nRt5vWy8z');
    assert.deepEqual([secret.endpoint, secret.typed], ['https://kept.example/', '']);
    assert.match(secret.said, /API key.*may hold a secret, so it was not kept/);
    assert.ok(!JSON.stringify(secret).includes('Zk3'));
    assert.equal((await save(['x'])).endpoint, '');
  });

  test('is asked when it is saved: where there is no edge it is looked for beside it, and what does not work is no obstacle', async () => {
    const edge = `${site.edge().url}/verify/`;
    assert.deepEqual(await save(edge), { endpoint: edge, typed: '', said: '' });
    assert.match((await save(edge.replace('http://', ''))).said, /was read as http:/);
    for (const path of ['/api', '/api/validate', '/other']) {
      const { endpoint, said } = await save(site.edge().url + path);
      assert.equal(endpoint, edge, path);
      assert.match(said, /There is no edge at \S+, but at \S+, which is used/);
    }
    const silent = await save('http://127.0.0.1:9/verify');
    assert.equal(silent.endpoint, 'http://127.0.0.1:9/verify/');
    assert.match(
      silent.said,
      /The settings were saved\. The edge cannot be reached at http:\/\/127\.0\.0\.1:9\/verify\//,
    );
    const service = await save('http://127.0.0.1:9/api/validate');
    assert.equal(service.endpoint, 'https://kept.example/');
    assert.match(
      service.said,
      /address of the verification service\. Enter that of the edge, .* http:\/\/127\.0\.0\.1:9\/verify\//,
    );
  });

  test('of a host that is not known, of an origin that is refused, by http or on localhost is saved with a warning', async () => {
    const unknown = `add_filter( 'pre_http_request', function () {
      return new WP_Error( 'http_request_failed', 'cURL error 6: Could not resolve host: a.example' );
    } );`;
    assert.match(
      (await save('https://a.example/', unknown)).said,
      /saved\. The edge cannot be reached: the host a\.example is not known/,
    );
    const origin = `add_filter( 'email_verify_element_origins', function () { return array( 'https://other.example' ); } );`;
    assert.match(
      (await save(`${site.edge().url}/verify/`, origin)).said,
      /add https:\/\/other\.example to its ALLOWED_ORIGINS/,
    );
    assert.match(
      (await save('http://a.example/')).said,
      /By http:\/\/, people on the way read the addresses: enter https:\/\/a\.example\//,
    );
    const home = `add_filter( 'home_url', function () { return 'https://shop.example'; } );`;
    assert.match(
      (await save('localhost:9', home)).said,
      /For every visitor&#039;s browser, localhost is the visitor&#039;s own machine/,
    );
  });

  test('is asked for a bounded time: a host that is silent is asked once', async () => {
    const silent = `add_filter( 'pre_http_request', function ( $answer, $args, $url ) {
      add_settings_error( 'test', 'test', "asked $url for {$args['timeout']} s" );
      sleep( $args['timeout'] );
      return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
    }, 10, 3 );`;
    const { said } = await save('https://a.example/', silent);
    assert.match(said, /cannot be reached/);
    assert.deepEqual(said.match(/asked \S+ for \d+ s/g), ['asked https://a.example/healthz for 3 s']);
  });

  test('by http on a site with https is named in Site Health', async () => {
    const found = await site.php(`add_filter( 'home_url', function () { return 'https://shop.example'; } );
      add_filter( 'pre_option_email_verify_element', function () { return array( 'endpoint' => 'http://a.example/' ); } );
      echo EmailVerifyElement\\Site_Health::test()['description'];`);
    assert.match(found, /Browsers refuse the edge at http:\/\/a\.example/);
  });
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
