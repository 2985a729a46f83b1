<?php
/**
 * Contact Form 7.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;
use EmailVerifyElement\ReceiptVerifier;

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
		add_filter( 'wpcf7_posted_data', array( self::class, 'remove_receipt' ) );
	}

	/**
	 * Removes the receipt from what Contact Form 7 takes for the form's fields, which other plugins store and show.
	 *
	 * @param array<string, mixed> $data The submission.
	 * @return array<string, mixed>
	 */
	public static function remove_receipt( $data ) {
		unset( $data[ ReceiptVerifier::FIELD ], $data[ ReceiptVerifier::FIELD . '-override' ] );
		return $data;
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
