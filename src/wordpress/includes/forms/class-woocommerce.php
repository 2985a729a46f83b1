<?php
/**
 * WooCommerce.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Express_Payments;
use EmailVerifyElement\Order_Notes;
use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * WooCommerce: both checkouts, registration and the address of an account.
 */
final class Woocommerce {
	/** The plugin's part of `extensions` in a request to the Store API. */
	const EXTENSION = 'email-verify-element';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'woocommerce_after_checkout_validation', array( self::class, 'validate_checkout' ), 20, 2 );
		add_filter( 'woocommerce_process_registration_errors', array( self::class, 'validate_registration' ), 20, 4 );
		add_action( 'woocommerce_save_account_details_errors', array( self::class, 'validate_account' ), 20, 2 );
		add_action( 'woocommerce_blocks_loaded', array( self::class, 'extend_store_api' ) );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( self::class, 'validate_block_checkout' ), 20, 2 );
		Order_Notes::register();
	}

	/**
	 * Refuses an order of the classic checkout.
	 *
	 * @param array<string, mixed> $data   The submitted data.
	 * @param \WP_Error            $errors The errors so far.
	 */
	public static function validate_checkout( $data, $errors ) {
		// An address that WooCommerce refuses has its error.
		if ( $errors->get_error_message( 'billing_email_validation' ) ) {
			return;
		}
		$error = self::order_error(
			null,
			array(
				'method'       => $data['payment_method'] ?? '',
				// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- WooCommerce has checked the request; Stripe decides.
				'data'         => wp_unslash( $_POST ),
				'email'        => $data['billing_email'] ?? '',
				'is_unpaid'    => function_exists( 'WC' ) && WC()->cart && WC()->cart->needs_payment(),
				'adds_account' => ! empty( $data['createaccount'] ) || self::is_account_required(),
			)
		);
		if ( '' !== $error ) {
			$errors->add( 'email_verify_element', esc_html( $error ) );
		}
	}

	/**
	 * Refuses a registration by the form of "My account". An order that registers its customer has its own check, and customers whom a
	 * program adds by the REST API have no receipt.
	 *
	 * @param \WP_Error $errors   The errors so far.
	 * @param string    $username The user name.
	 * @param string    $password The password.
	 * @param string    $email    The address.
	 * @return \WP_Error
	 */
	public static function validate_registration( $errors, $username, $password, $email ) {
		self::add( $errors, $email );
		return $errors;
	}

	/**
	 * Refuses another address of an account. One that stays is not checked: the page sends no receipt for it.
	 *
	 * @param \WP_Error $errors The errors so far.
	 * @param object    $user   The submitted `ID` and `user_email`.
	 */
	public static function validate_account( $errors, $user ) {
		$email   = $user->user_email ?? '';
		$current = get_userdata( $user->ID ?? 0 );
		if ( ! $current || $current->user_email !== $email ) {
			self::add( $errors, $email );
		}
	}

	/**
	 * Declares the receipt in the Store API, by which the checkout block sends its order.
	 */
	public static function extend_store_api() {
		if ( ! function_exists( 'woocommerce_store_api_register_endpoint_data' ) ) {
			return;
		}
		$receipt = array(
			'description' => 'The receipt of the e-mail check.',
			'type'        => array( 'string', 'null' ),
			'context'     => array( 'view', 'edit' ),
		);
		woocommerce_store_api_register_endpoint_data(
			array(
				'endpoint'        => 'checkout',
				'namespace'       => self::EXTENSION,
				'schema_callback' => static function () use ( $receipt ) {
					return array( 'receipt' => $receipt );
				},
			)
		);
	}

	/**
	 * Refuses an order of the checkout block.
	 *
	 * @param object           $order   The order.
	 * @param \WP_REST_Request $request The request.
	 * @throws \Exception As a RouteException, which the checkout block shows.
	 */
	public static function validate_block_checkout( $order, $request ) {
		if ( 'POST' !== $request->get_method() ) {
			return;
		}
		$billing = $request['billing_address'];
		$email   = is_array( $billing ) && isset( $billing['email'] ) ? $billing['email'] : $order->get_billing_email();
		$receipt = $request['extensions'][ self::EXTENSION ]['receipt'] ?? '';
		$sent    = array();
		// As WooCommerce gives it to the gateway: the last of two equal keys counts.
		foreach ( (array) $request['payment_data'] as $field ) {
			$sent[ sanitize_key( $field['key'] ?? '' ) ] = $field['value'] ?? '';
		}
		$error = self::order_error(
			$receipt,
			array(
				'method'       => $request['payment_method'],
				'data'         => $sent,
				'email'        => $email,
				'is_unpaid'    => $order->needs_payment(),
				'adds_account' => ! empty( $request['create_account'] ) || self::is_account_required(),
			)
		);
		if ( '' !== $error ) {
			$exception = 'Automattic\\WooCommerce\\StoreApi\\Exceptions\\RouteException';
			throw new $exception( 'email_verify_element', esc_html( $error ), 400 );
		}
	}

	/**
	 * Says why an order is refused. One from a wallet's button has no receipt, and is let through.
	 *
	 * @param mixed                $receipt The receipt; by default that of the submitted form.
	 * @param array<string, mixed> $payment As of Express_Payments::wallet().
	 * @return string The error for the person; '' when the order is accepted.
	 */
	private static function order_error( $receipt, $payment ) {
		$outcome = is_string( $payment['email'] ) ? Receipts::check( $payment['email'], $receipt ) : Receipts::ACCEPTED;
		$error   = Receipts::error_of( $outcome );
		$wallet  = '' !== $error && Receipts::UNVERIFIED === $outcome ? Express_Payments::wallet( $payment ) : '';
		Order_Notes::remember( $wallet );
		return '' === $wallet ? $error : '';
	}

	/**
	 * Tells whether WooCommerce creates an account for each customer who is not signed in.
	 *
	 * @return bool
	 */
	private static function is_account_required() {
		return ! is_user_logged_in() && function_exists( 'WC' ) && WC()->checkout()->is_registration_required();
	}

	/**
	 * Adds the error of an address, if there is one.
	 *
	 * @param \WP_Error $errors The errors so far.
	 * @param string    $email  The address.
	 */
	private static function add( $errors, $email ) {
		$error = Receipts::error( $email );
		if ( '' !== $error ) {
			$errors->add( 'email_verify_element', esc_html( $error ) );
		}
	}
}
