<?php
/**
 * Fluent Forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Fluent Forms: fields of the element `input_email`.
 */
final class Fluent_Forms {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_filter( 'fluentform/validate_input_item_input_email', array( self::class, 'validate' ), 20, 3 );
	}

	/**
	 * Adds an error to the field.
	 *
	 * @param string|string[]      $error The errors so far.
	 * @param array<string, mixed> $field The field, with its `name`.
	 * @param array<string, mixed> $data  The submission, with the receipt: Fluent Forms sends it as text in one field.
	 * @return string|string[]
	 */
	public static function validate( $error, $field, $data ) {
		$found = $error ? '' : Receipts::error( $data[ $field['name'] ] ?? '', $data[ \EmailVerify\ReceiptVerifier::FIELD ] ?? '' );
		return '' === $found ? $error : array( esc_html( $found ) );
	}
}
