<?php
/**
 * Elementor's forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Elementor Pro: form fields of the type `email`.
 */
final class Elementor {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_action( 'elementor_pro/forms/validation/email', array( self::class, 'validate' ), 20, 3 );
	}

	/**
	 * Adds an error to the field.
	 *
	 * @param array<string, mixed> $field   The field, with `id` and `value`.
	 * @param object               $record  The submission.
	 * @param object               $handler Collects the errors.
	 */
	public static function validate( $field, $record, $handler ) {
		$error = Receipts::error( $field['value'] );
		if ( '' !== $error ) {
			$handler->add_error( $field['id'], esc_html( $error ) );
		}
	}
}
