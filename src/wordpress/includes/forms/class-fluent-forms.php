<?php
/**
 * Fluent Forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;
use EmailVerifyElement\ReceiptVerifier;

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
	 * @param array<string, mixed> $data  The form's own fields of the submission.
	 * @return string|string[]
	 */
	public static function validate( $error, $field, $data ) {
		$found = $error ? '' : Receipts::error( $data[ $field['name'] ] ?? '', self::receipt() );
		return '' === $found ? $error : array( esc_html( $found ) );
	}

	/**
	 * The receipt of the submission. Fluent Forms posts the form as text in the field `data`, and passes only the form's own fields on.
	 *
	 * @return mixed
	 */
	private static function receipt() {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Fluent Forms checks the request; a signature decides.
		$text = isset( $_POST['data'] ) ? wp_unslash( $_POST['data'] ) : '';
		parse_str( is_string( $text ) ? $text : '', $sent );
		return $sent[ ReceiptVerifier::FIELD ] ?? '';
	}
}
