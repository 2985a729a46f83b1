<?php
/**
 * Express payments in WooCommerce.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Tells whether an order comes from a wallet's own button: Apple Pay, Google Pay, PayPal and others take the address from the wallet, so there
 * is no field whose receipt could be sent. Fields such as `express_payment_type` are claims of whoever sends the request, and are not read.
 * Stripe and PayPal are asked, by their plugins, about the payment that the gateway will take.
 */
final class Express_Payments {
	/** The wallets: the words that Stripe and PayPal have for them. */
	const WALLETS = array(
		'apple_pay'   => 'Apple Pay',
		'google_pay'  => 'Google Pay',
		'samsung_pay' => 'Samsung Pay',
		'link'        => 'Link',
		'paypal'      => 'PayPal',
		'venmo'       => 'Venmo',
	);

	/** Gateways that take wallets only, and of which nothing can be known before they have taken the payment. */
	const WALLETS_ONLY = array(
		'amazon_payments_advanced'   => 'Amazon Pay',
		'braintree_applepay'         => 'Apple Pay',
		'braintree_googlepay'        => 'Google Pay',
		'braintree_paypal'           => 'PayPal',
		'mollie_wc_gateway_applepay' => 'Apple Pay',
		'stripe_applepay'            => 'Apple Pay',
		'stripe_googlepay'           => 'Google Pay',
	);

	/** The oldest payment of a wallet that is taken, in seconds: a wallet makes one for each order. */
	const MAX_AGE = 1800;

	/**
	 * The wallet that an order is paid with.
	 *
	 * @param array{method: string, data: array<string, mixed>, email: string, is_unpaid: bool, adds_account: bool} $payment The gateway; what
	 *        the page has sent to it; the address; whether there is something to pay; whether an account is created.
	 * @return string Its name; '' if the order is not shown to come from a wallet's button.
	 */
	public static function wallet( $payment ) {
		$wallet = '';
		if ( self::is_available( $payment['method'] ) ) {
			switch ( $payment['method'] ) {
				case 'stripe':
				case 'stripe_link':
					$wallet = self::of_stripe( $payment, array( 'wc-stripe-confirmation-token', 'wc-stripe-payment-method', 'stripe_source' ), array( self::class, 'ask_stripe' ) );
					break;
				case 'woocommerce_payments':
					$wallet = self::of_stripe( $payment, array( 'wcpay-confirmation-token', 'wcpay-payment-method', 'wcpay-payment-method-sepa' ), array( self::class, 'ask_woopayments' ) );
					break;
				case 'ppcp-gateway':
				case 'ppcp-googlepay':
				case 'ppcp-applepay':
					$wallet = self::of_paypal( $payment );
					break;
				default:
					// A gateway that takes wallets only refuses anything else itself. Until then the order is unpaid, so it may bring no account.
					$wallet = $payment['is_unpaid'] && ! $payment['adds_account'] ? self::WALLETS_ONLY[ $payment['method'] ] ?? '' : '';
			}
		}
		/**
		 * Filters the wallet that an order without a receipt is paid with, for gateways that the plugin does not know.
		 *
		 * @param string               $wallet  Its name, for the order's notes; '' refuses the order.
		 * @param array<string, mixed> $payment `method`, `data`, `email`, `is_unpaid`, `adds_account`; `data` is as the page has sent it.
		 */
		return (string) apply_filters( 'email_verify_element_wallet', $wallet, $payment );
	}

	/**
	 * Tells whether customers can choose a gateway.
	 *
	 * @param mixed $method The gateway.
	 * @return bool
	 */
	private static function is_available( $method ) {
		return is_string( $method ) && function_exists( 'WC' ) && isset( WC()->payment_gateways()->get_available_payment_gateways()[ $method ] );
	}

	/**
	 * The wallet of a payment by Stripe, as Stripe knows it.
	 *
	 * @param array<string, mixed>                          $payment As of wallet().
	 * @param string[]                                      $names   The fields that name the payment. Two that differ prove nothing.
	 * @param callable(string): (array<string, mixed>|null) $ask     Asks Stripe for the payment method.
	 * @return string
	 */
	private static function of_stripe( $payment, $names, $ask ) {
		$data = $payment['data'];
		$ids  = array_values( array_unique( array_filter( array_intersect_key( $data, array_flip( $names ) ) ), SORT_REGULAR ) );
		// A saved card is paid with, whatever else is sent.
		$saved = $data[ "wc-{$payment['method']}-payment-token" ] ?? 'new';
		if ( 1 !== count( $ids ) || ! is_string( $ids[0] ) || ! preg_match( '/^(pm|ctoken)_\w+$/D', $ids[0] ) || ! in_array( $saved, array( '', 'new' ), true ) ) {
			return '';
		}
		$found  = call_user_func( $ask, $ids[0] );
		$method = $found['payment_method_preview'] ?? $found;
		$wallet = $method['card']['wallet']['type'] ?? '';
		// Anybody can make a payment method of any type. The address of a Link account is one that Stripe has verified.
		if ( 'link' === ( $method['type'] ?? '' ) && 0 === strcasecmp( (string) ( $method['link']['email'] ?? '' ), $payment['email'] ) ) {
			$wallet = 'link';
		}
		$age = time() - (int) ( $found['created'] ?? 0 );
		return is_string( $wallet ) && isset( self::WALLETS[ $wallet ] ) && $age <= self::MAX_AGE && self::is_first_use( $ids[0], $payment['email'] )
			? self::WALLETS[ $wallet ]
			: '';
	}

	/**
	 * Asks Stripe by the plugin WooCommerce Stripe Gateway.
	 *
	 * @param string $id Of a payment method, or of a confirmation token.
	 * @return array<string, mixed>|null
	 */
	private static function ask_stripe( $id ) {
		if ( ! is_callable( array( 'WC_Stripe_API', 'retrieve' ) ) ) {
			return null;
		}
		$found = \WC_Stripe_API::retrieve( ( 0 === strpos( $id, 'ctoken_' ) ? 'confirmation_tokens/' : 'payment_methods/' ) . $id );
		return is_wp_error( $found ) ? null : json_decode( (string) wp_json_encode( $found ), true );
	}

	/**
	 * Asks Stripe by the plugin WooPayments, which cannot ask for a confirmation token.
	 *
	 * @param string $id Of a payment method.
	 * @return array<string, mixed>|null
	 */
	private static function ask_woopayments( $id ) {
		try {
			$client = is_callable( array( 'WC_Payments', 'get_payments_api_client' ) ) ? \WC_Payments::get_payments_api_client() : null;
			$found  = is_callable( array( $client, 'get_payment_method' ) ) ? $client->get_payment_method( $id ) : null;
		} catch ( \Exception $e ) {
			// There is no such payment method.
			return null;
		}
		return is_array( $found ) ? $found : null;
	}

	/**
	 * The wallet of a payment that PayPal has approved. PayPal Payments keeps it in the session, as it got it from PayPal.
	 *
	 * @param array<string, mixed> $payment As of wallet().
	 * @return string
	 */
	private static function of_paypal( $payment ) {
		$session = isset( WC()->session ) ? WC()->session->get( 'ppcp' ) : null;
		$order   = $session['order'] ?? null;
		if ( ! is_object( $order ) || ! is_callable( array( $order, 'payment_source' ) ) || ! $order->status()->is( 'APPROVED' ) ) {
			return '';
		}
		$source = $order->payment_source();
		$wallet = is_object( $source ) ? self::WALLETS[ $source->name() ] ?? '' : '';
		$payer  = $order->payer();
		// PayPal knows its customer's address. One that the customer has changed on the checkout page has a receipt.
		$is_payers = ! in_array( $wallet, array( 'PayPal', 'Venmo' ), true )
			|| ( is_object( $payer ) && 0 === strcasecmp( (string) $payer->email_address(), $payment['email'] ) );
		return $is_payers && self::is_first_use( $order->id(), $payment['email'] ) ? $wallet : '';
	}

	/**
	 * Tells whether a payment is used for one address only: one wallet's payment lets no second address through.
	 *
	 * @param string $id    Of the payment.
	 * @param string $email The address.
	 * @return bool
	 */
	private static function is_first_use( $id, $email ) {
		$name  = Receipts::VERIFIED . wp_hash( "wallet $id" );
		$value = wp_hash( strtolower( $email ) );
		$first = get_transient( $name );
		if ( false === $first ) {
			set_transient( $name, $value, self::MAX_AGE );
		}
		return false === $first || $first === $value;
	}
}
