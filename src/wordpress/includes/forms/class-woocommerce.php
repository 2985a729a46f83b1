<?php
/**
 * WooCommerce.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

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
	}

	/**
	 * Refuses an order of the classic checkout.
	 *
	 * @param array<string, mixed> $data   The submitted data.
	 * @param \WP_Error            $errors The errors so far.
	 */
	public static function validate_checkout( $data, $errors ) {
		// An address that WooCommerce refuses has its error.
		if ( ! $errors->get_error_message( 'billing_email_validation' ) ) {
			self::add( $errors, $data['billing_email'] ?? '' );
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
		$error   = Receipts::error( $email, $receipt );
		if ( '' !== $error ) {
			$exception = 'Automattic\\WooCommerce\\StoreApi\\Exceptions\\RouteException';
			throw new $exception( 'email_verify_element', esc_html( $error ), 400 );
		}
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
