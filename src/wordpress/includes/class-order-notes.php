<?php
/**
 * Notes of WooCommerce's orders.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * With the setting "Refuse the form", an order that was let through without a check has the reason in its notes.
 */
final class Order_Notes {
	/** How WooCommerce names the checkouts, whose orders are checked. */
	const CHECKOUTS = array( 'checkout', 'store-api' );

	/**
	 * The wallet of the order of this request; '' if it was not let through.
	 *
	 * @var string
	 */
	private static $wallet = '';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'woocommerce_checkout_order_processed', array( self::class, 'add_wallet' ) );
		add_action( 'woocommerce_store_api_checkout_order_processed', array( self::class, 'add_wallet' ) );
		add_action( 'woocommerce_new_order', array( self::class, 'add_origin' ), 10, 2 );
	}

	/**
	 * Remembers that the order of this request is let through.
	 *
	 * @param string $wallet The wallet; '' for an order that is not.
	 */
	public static function remember( $wallet ) {
		self::$wallet = $wallet;
	}

	/**
	 * Adds the reason to an order of a checkout, before it is paid.
	 *
	 * @param object|int $order The order, or its id.
	 */
	public static function add_wallet( $order ) {
		$order = is_object( $order ) ? $order : wc_get_order( $order );
		if ( '' !== self::$wallet && is_object( $order ) ) {
			/* translators: %s: a wallet such as Apple Pay. */
			$order->add_order_note( sprintf( __( 'Email Verify: the address was not checked. It comes from %s, whose button has no field for it.', 'email-verify-element' ), self::$wallet ) );
			self::$wallet = '';
		}
	}

	/**
	 * Adds the reason to an order that no checkout has made: by the administration, the REST API, a command, a subscription's renewal.
	 *
	 * @param int         $id    The order's id.
	 * @param object|null $order The order.
	 */
	public static function add_origin( $id, $order = null ) {
		$order  = is_object( $order ) ? $order : wc_get_order( $id );
		$origin = is_object( $order ) ? $order->get_created_via() : 'checkout';
		if ( 'block' !== Settings::all()['unverified'] || in_array( $origin, self::CHECKOUTS, true ) ) {
			return;
		}
		/* translators: %s: how WooCommerce names what has made an order, such as "admin", "rest-api" or "subscription". */
		$order->add_order_note( sprintf( __( 'Email Verify: the address was not checked, since the order does not come from a checkout (%s).', 'email-verify-element' ), '' === $origin ? __( 'a program', 'email-verify-element' ) : $origin ) );
	}
}
