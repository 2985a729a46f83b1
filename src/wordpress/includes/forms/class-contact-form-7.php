<?php
/**
 * Contact Form 7.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Contact Form 7: the tags `email` and `email*`.
 */
final class Contact_Form_7 {
	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_filter( 'wpcf7_validate_email', array( self::class, 'validate' ), 20, 2 );
		add_filter( 'wpcf7_validate_email*', array( self::class, 'validate' ), 20, 2 );
	}

	/**
	 * Marks the field as invalid.
	 *
	 * @param object $result The WPCF7_Validation so far.
	 * @param object $tag    The form tag, with its `name`.
	 * @return object
	 */
	public static function validate( $result, $tag ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Contact Form 7 has checked the request; the address is only compared.
		$email = isset( $_POST[ $tag->name ] ) ? wp_unslash( $_POST[ $tag->name ] ) : '';
		$error = Receipts::error( $email );
		if ( '' !== $error ) {
			$result->invalidate( $tag, $error );
		}
		return $result;
	}
}
