/** The plugin's check of receipts on the server: forms posted by programs to a real WordPress before the built edge. */
import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { comment, other, plugins, registration } from './support/forms.js';
import { BAD, CANNOT, UNCHECKED, useSite, words } from './support/site.js';

const GOOD = 'berta@harbour-shop.com';
const all = [comment, registration, ...plugins];

const site = useSite();

/** Decides on a comment that came without a receipt. */
const approve = (comment: string, user = 0): Promise<string> =>
  site.php(`wp_set_current_user( ${user} );
    $comment = array( ${comment}, 'comment_author_email' => 'x@harbour-shop.com' );
    echo apply_filters( 'pre_comment_approved', 1, $comment );`);

describe('without a browser, the server decides by the receipt', () => {
  let good = '';
  let bad = '';
  beforeAll(async () => {
    [good, bad] = await Promise.all([site.receiptFor(GOOD), site.receiptFor(BAD)]);
  });

  for (const form of all) {
    test(`${form.name}: none, a forged one and another's are accepted; a genuine one for a bad address is refused`, async () => {
      const outcome = async (email: string, receipt?: string): Promise<[string, string]> => {
        const sent = await site.post(form, email, receipt);
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
    const refused = await site.post(other, BAD, bad);
    assert.equal(words(refused), 'No address.');
    assert.deepEqual(
      refused?.checks,
      [['blocked', 'policy']],
      'only what the form has sent, and not by a mail about the check',
    );
    assert.equal(words(await site.post(other, BAD)), '');
    assert.equal(words(await site.post(other, GOOD, good)), '');
  });

  test('with "moderate", comments without a receipt wait, and others are published', async () => {
    await site.change({ unverified: 'moderate' });
    const held = await site.post(comment, 'x@harbour-shop.com');
    assert.equal(held?.form, 'comment held');
    assert.equal(held.checks.length, 1, 'checked and reported once');
    assert.equal((await site.post(comment, GOOD, good))?.form, 'comment');
    assert.equal(words(await site.post(registration, 'x@harbour-shop.com')), '');
  });

  test('with "moderate", a comment with a text that is no address waits; without an address it is as WordPress has it', async () => {
    await site.change({ unverified: 'moderate' });
    await site.php(`update_option( 'require_name_email', 0 );`);
    assert.equal((await site.post(comment, 'nonsense'))?.form, 'comment held');
    assert.equal((await site.post(comment, ''))?.form, 'comment');
    await site.php(`update_option( 'require_name_email', 1 );`);
  });

  test('a valid address of a kind that the policy blocks is not said to receive no mail', async () => {
    await site.change({ block: 'invalid valid', unverified: 'accept' });
    const refused = await site.post(plugins[0]!, GOOD, good);
    await site.change({ block: 'invalid' });
    assert.equal(words(refused), 'This email address is not accepted here. Please use another one.');
  });

  test('with "block", forms without a receipt are refused', async () => {
    await site.change({ unverified: 'block' });
    for (const form of all) {
      assert.equal(words(await site.post(form, 'blocked@harbour-shop.com', 'forged')), UNCHECKED, form.name);
    }
    const free = plugins.find(({ name }) => name === 'cf7');
    assert.equal(words(await site.post(free!, GOOD, good)), '');
    assert.equal(words(await site.post(free!, GOOD.toUpperCase(), good)), '', 'plugins change the letter case');
  });

  test('with "block", a verified address is accepted again for half an hour without its receipt, and that of a customer who is signed in', async () => {
    await site.change({ unverified: 'block' });
    const known = 'dora@harbour-shop.com';
    const gravity = plugins.find(({ name }) => name === 'gravity')!;
    assert.equal(words(await site.post(gravity, known)), UNCHECKED);
    assert.equal(
      words(await site.post(gravity, known, await site.receiptFor(known))),
      '',
      'the first page of the form',
    );
    assert.equal(words(await site.post(gravity, known)), '', 'the last page of the form, which validates all');
    const check = (user: number): Promise<string> =>
      site.php(`wp_set_current_user( ${user} );
        echo EmailVerifyElement\\Receipts::check( 'Admin@example.com' );`);
    assert.deepEqual(await Promise.all([check(0), check(1)]), ['unverified', 'accepted']);
    assert.equal(words(await site.post(gravity, BAD, bad)), CANNOT);
    assert.equal(words(await site.post(gravity, BAD)), UNCHECKED, 'a blocked address is not remembered');
  });

  test('with "block", an administrator adds users to a network all the same', async () => {
    await site.change({ unverified: 'block' });
    const add = (user: number): Promise<string> =>
      site.php(`wp_set_current_user( ${user} );
        $result = array( 'user_email' => 'new@harbour-shop.com', 'errors' => new WP_Error() );
        echo apply_filters( 'wpmu_validate_user_signup', $result )['errors']->get_error_message( 'user_email' );`);
    assert.equal(await add(0), UNCHECKED);
    assert.equal(await add(1), '');
  });

  test('with "block", a program adds customers to WooCommerce all the same', async () => {
    await site.change({ unverified: 'block' });
    const found = await site.php(`$filter = 'woocommerce_registration_errors';
      echo apply_filters( $filter, new WP_Error(), 'new', 'new@harbour-shop.com' )->get_error_message();`);
    assert.equal(found, '');
  });

  test('a registration in a network is refused; pingbacks and people who are signed in are left alone', async () => {
    const network = await site.php(`$errors = new WP_Error();
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
    await site.change({ unverified: 'moderate' });
    assert.equal(await approve(`'comment_type' => 'review'`), '0');
  });

  test('an outage is noticed in ten seconds, and remembered for a minute', async () => {
    const lifetime = (status: number): Promise<string> =>
      site.php(`delete_transient( 'email_verify_element_up' );
        add_filter( 'pre_http_request', function () { return array( 'response' => array( 'code' => ${status} ), 'body' => '' ); } );
        EmailVerifyElement\\Edge::is_up();
        echo round( ( get_option( '_transient_timeout_email_verify_element_up' ) - time() ) / 10 );
        delete_transient( 'email_verify_element_up' );`);
    assert.equal(await lifetime(200), '1');
    assert.equal(await lifetime(503), '6');
  });

  test('a filter that is wrong keeps nobody out, and breaks no page', async () => {
    await site.change({ unverified: 'block' });
    const found = await site.php(`
      add_filter( 'email_verify_element_policy', function () { return array( 'block' => 'invalid disposable', 'warn' => 1 ); } );
      echo json_encode( EmailVerifyElement\\Settings::policy() );
      EmailVerifyElement\\Script::enqueue();
      add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
      add_filter( 'email_verify_element_origins', '__return_empty_array' );
      echo EmailVerifyElement\\Receipts::check( 'x@harbour-shop.com' );`);
    assert.equal(found, '{"block":["invalid","disposable"],"warn":[],"allowDomains":[]}accepted');
  });

  test('an origin is written as browsers send it', async () => {
    const found = await site.php(`
      add_filter( 'home_url', function () { return 'https://Bücher.example:443/blog'; } );
      add_filter( 'site_url', function () { return 'http://shop.example:8080'; } );
      echo implode( ' ', EmailVerifyElement\\Receipts::origins() );`);
    assert.equal(found, 'https://xn--bcher-kva.example http://shop.example:8080');
  });

  test('an origin of the filter in another spelling of its URL switches no check off', async () => {
    await site.change({ unverified: 'block' });
    const found = await site.php(`
      add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
      add_filter( 'email_verify_element_origins', function ( $origins ) {
        return array_merge( $origins, array( 'https://Shop.example.fr/', 'HTTPS://shop.example:443', 5, 'nonsense',
          'https://*.shop.example', 'capacitor://localhost', 'https://shop.example%' ) );
      } );
      echo implode( ' ', array_slice( EmailVerifyElement\\Receipts::origins(), 1 ) ), ' ';
      echo EmailVerifyElement\\Receipts::check( 'x@harbour-shop.com', 'forged' );`);
    assert.equal(found, 'https://shop.example.fr https://shop.example unverified');
  });

  test('a receipt for another site is not accepted', async () => {
    await site.change({ unverified: 'accept' });
    const found =
      await site.php(`add_filter( 'email_verify_element_origins', function () { return array( 'https://other.example' ); } );
      echo EmailVerifyElement\\Receipts::check( '${GOOD}', '${good}' );`);
    assert.equal(found, 'unverified');
  });
});
