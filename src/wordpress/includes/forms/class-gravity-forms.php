<?php
/**
 * Gravity Forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Gravity Forms: fields of the type `email`.
 */
final class Gravity_Forms {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_filter( 'gform_field_validation', array( self::class, 'validate' ), 20, 4 );
	}

	/**
	 * Marks the field as invalid.
	 *
	 * @param array<string, mixed> $result `is_valid` and `message`.
	 * @param mixed                $value  The address; with a confirmation, a list that begins with it.
	 * @param array<string, mixed> $form   The form.
	 * @param object               $field  The field, with its `type`.
	 * @return array<string, mixed>
	 */
	public static function validate( $result, $value, $form, $field ) {
		if ( 'email' !== $field->type || ! $result['is_valid'] ) {
			return $result;
		}
		$error = Receipts::error( is_array( $value ) ? reset( $value ) : $value );
		return '' === $error ? $result : array(
			'is_valid' => false,
			'message'  => esc_html( $error ),
		) + $result;
	}
}
