/** The plugin's check of receipts on the server: forms posted by programs to a real WordPress before the built edge. */
import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { comment, other, plugins, registration } from './support/forms.js';
import { CLAIMS, payment, stripe } from './support/payments.js';
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

describe('with "block", what can have no receipt is let through, and its reason is noted', () => {
  beforeAll(() => site.change({ unverified: 'block' }));

  const APPLE = 'It comes from Apple Pay, whose button has no field for it.';
  /** Orders by the classic checkout: `[email, what the page sends, the rest of the data]`. */
  const order = async (...orders: [email: string, sent: object, data?: object][]): Promise<string[]> => {
    const found = await site.php(`foreach ( json_decode( '${JSON.stringify(orders)}', true ) as $order ) {
      $found[] = classic_checkout( ...$order );
    }
    echo json_encode( $found );`);
    return (JSON.parse(found) as string[]).map((text) =>
      text.replace('Email Verify: the address was not checked. ', ''),
    );
  };

  test("an order from a wallet's button, if Stripe knows the payment as a wallet's", async () => {
    const woopayments = payment('woocommerce_payments', { 'wcpay-payment-method': 'pm_apple_2' });
    const token = payment('stripe', { 'wc-stripe-confirmation-token': 'ctoken_apple', 'wc-stripe-payment-method': '' });
    const found = await order(
      ['a@wallet.example', stripe('pm_apple_1', { stripe_source: 'pm_apple_1' })],
      ['b@wallet.example', woopayments],
      ['c@wallet.example', token],
      ['a@wallet.example', stripe('pm_apple_1')],
      ['Anna@link.example', stripe('pm_link_1')],
    );
    assert.deepEqual(found, [APPLE, APPLE, APPLE, APPLE, APPLE.replace('Apple Pay', 'Link')]);
  });

  test('no order that only claims to come from one', async () => {
    const found = await order(...CLAIMS.map((sent): [string, object] => ['eve@claim.example', sent]));
    assert.deepEqual(found, CLAIMS.map(() => 'refused')); // prettier-ignore
    const twice = await order(['a@twice.example', stripe('pm_apple_4')], ['eve@twice.example', stripe('pm_apple_4')]);
    assert.deepEqual(twice, [APPLE, 'refused'], 'one payment is for one address');
  });

  test('an order that PayPal has approved, for the address that PayPal has', async () => {
    const outcome = (order: string): Promise<string> =>
      site.php(`WC()->session->values['ppcp'] = array( 'order' => paypal_order( ${order} ) );
        echo classic_checkout( 'payer@paypal.example', array( 'payment_method' => 'ppcp-gateway' ) );`);
    assert.match(await outcome(`'1', 'APPROVED', 'paypal', 'Payer@paypal.example'`), /It comes from PayPal/);
    assert.match(await outcome(`'2', 'APPROVED', 'google_pay', ''`), /It comes from Google Pay/);
    for (const wrong of [
      `'3', 'CREATED', 'paypal', 'payer@paypal.example'`,
      `'4', 'APPROVED', 'paypal', 'other@paypal.example'`,
      `'5', 'APPROVED', 'card', 'payer@paypal.example'`,
    ])
      assert.equal(await outcome(wrong), 'refused', wrong);
  });

  test('an order by a gateway that takes wallets only, if it is to be paid and brings no account; others by a filter', async () => {
    const sent = { payment_method: 'stripe_applepay' };
    const found = await order(['a@only.example', sent], ['a@only.example', sent, { createaccount: 1 }]);
    assert.deepEqual(found, [APPLE, 'refused']);
    const rest = await site.php(`$sent = array( 'payment_method' => 'stripe_applepay' );
      WC()->cart->isUnpaid = false;
      $found[] = classic_checkout( 'b@only.example', $sent );
      WC()->cart->isUnpaid = WC()->isAccountRequired = true;
      $found[] = classic_checkout( 'b@only.example', $sent );
      add_filter( 'email_verify_element_wallet', function ( $wallet, $payment ) {
        return 'square' === $payment['method'] ? 'Cash App' : $wallet;
      }, 10, 2 );
      $found[] = classic_checkout( 'b@only.example', array( 'payment_method' => 'square' ) );
      echo implode( ' ', $found );`);
    assert.match(rest, /^refused refused Email Verify.*Cash App/);
  });

  test('an order of the checkout block, whose fields are read as WooCommerce reads them', async () => {
    const send = async (...payment: [key: string, value: string][]): Promise<string> => {
      const payment_data = payment.map(([key, value]) => ({ key, value }));
      const blocks = plugins.find(({ name }) => name === 'woo-blocks')!;
      const email = 'block@wallet.example';
      const body = JSON.stringify({ billing_address: { email }, payment_method: 'stripe', payment_data });
      return words(await site.post({ ...blocks, post: () => ({ ...blocks.post(email), body }) }, email));
    };
    assert.equal(await send(['wc-stripe-payment-method', 'pm_apple_5'], ['payment_request_type', 'apple_pay']), '');
    assert.match(site.sent().at(-1)?.notes.join() ?? '', /It comes from Apple Pay/);
    assert.equal(await send(['payment_request_type', 'apple_pay']), UNCHECKED);
    const hidden = await send(['wc-stripe-payment-method', 'pm_apple_5'], ['WC-Stripe-Payment-Method', 'pm_card']);
    assert.equal(hidden, UNCHECKED);
  });

  test('orders of the administration, the REST API and renewals are not checked, and say so; those of checkouts are', async () => {
    const notes =
      await site.php(`foreach ( array( 'admin', 'rest-api', 'subscription', '', 'checkout', 'store-api' ) as $via ) {
        $order = new Shop_Order( 'x@made.example', $via );
        do_action( 'woocommerce_new_order', 1, $order );
        echo implode( $order->notes ), ';';
      }`);
    const origins = [...notes.matchAll(/not come from a checkout \((.*?)\)\.;/g)].map(([, origin]) => origin);
    assert.deepEqual(origins, ['admin', 'rest-api', 'subscription', 'a program']);
    assert.ok(notes.endsWith(';;;'));
  });

  test("an entry of Fluent Forms' conversational form, which the site has made one", async () => {
    const send = (form: string, sent = ''): Promise<string> =>
      site.php(`add_action( 'fluentform/log_data', function ( $log ) { echo json_encode( $log ); } );
        $_POST = array( 'data' => 'email=x%40talk.example', ${sent} );
        $args = array( array( 'name' => 'email' ), array( 'email' => 'x@talk.example' ), array(), (object) array( 'id' => ${form} ) );
        $error = apply_filters( 'fluentform/validate_input_item_input_email', '', ...$args );
        echo implode( (array) $error );
        do_action( 'fluentform/submission_inserted', 71, $args[1], $args[3] );`);
    assert.match(
      await send('4'),
      /^\{"parent_source_id":4,"source_type":"submission_item","source_id":71,.*let through/,
    );
    assert.equal(await send('2', `'isFFConversational' => 'true'`), UNCHECKED);
  });

  test("a command of the site's own", async () => {
    const check = (code = ''): Promise<string> =>
      site.php(`${code} echo EmailVerifyElement\\Receipts::error( 'x@command.example' );`);
    assert.equal(await check(), UNCHECKED);
    assert.equal(await check(`define( 'WP_CLI', true );`), '');
    assert.equal(await check(`define( 'DOING_CRON', true );`), '');
  });
});
