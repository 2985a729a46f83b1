<?php
/**
 * Ninja Forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Ninja Forms: its script sends JSON, to which `buttons.js` adds the receipt.
 */
final class Ninja_Forms {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_filter( 'ninja_forms_submit_data', array( self::class, 'validate' ), 20 );
	}

	/**
	 * Adds errors to the form's e-mail fields.
	 *
	 * @param array<string, mixed> $form The submission: `id`, `fields`, `extra` and `errors`.
	 * @return array<string, mixed>
	 */
	public static function validate( $form ) {
		$receipt = $form['extra'][ \EmailVerify\ReceiptVerifier::FIELD ] ?? '';
		foreach ( $form['fields'] as $id => $field ) {
			$error = self::is_email( $field, $form['id'] ) ? Receipts::error( $field['value'] ?? '', $receipt ) : '';
			if ( '' !== $error ) {
				$form['errors']['fields'][ $id ] = esc_html( $error );
			}
		}
		return $form;
	}

	/**
	 * Tells whether a field is of the type `email`; by its settings, for the submission has only its id, key and value.
	 *
	 * @param array<string, mixed> $field   The submitted field.
	 * @param int|string           $form_id The form.
	 * @return bool
	 */
	private static function is_email( $field, $form_id ) {
		if ( ! isset( $field['id'] ) || ! function_exists( 'Ninja_Forms' ) ) {
			return false;
		}
		$model = Ninja_Forms()->form( $form_id )->get_field( $field['id'] );
		return is_object( $model ) && 'email' === $model->get_setting( 'type' );
	}
}
