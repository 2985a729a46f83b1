<?php
/**
 * WPForms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * WPForms: fields of the type `email`.
 */
final class Wpforms {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_action( 'wpforms_process_validate_email', array( self::class, 'validate' ), 20, 3 );
	}

	/**
	 * Adds an error to the field.
	 *
	 * @param int|string           $field_id The field.
	 * @param mixed                $value    The address; with a confirmation, `primary` and `secondary`.
	 * @param array<string, mixed> $form     The form, with its `id`.
	 */
	public static function validate( $field_id, $value, $form ) {
		$error = Receipts::error( is_array( $value ) ? ( $value['primary'] ?? '' ) : $value );
		if ( '' !== $error ) {
			wpforms()->process->errors[ $form['id'] ][ $field_id ] = esc_html( $error );
		}
	}
}
