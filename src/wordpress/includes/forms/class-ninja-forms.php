<?php
/**
 * Ninja Forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;
use EmailVerifyElement\ReceiptVerifier;

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
		$receipt = $form['extra'][ ReceiptVerifier::FIELD ] ?? '';
		foreach ( $form['fields'] as $id => $field ) {
			$error = self::is_email( $id, $form['id'] ) ? Receipts::error( $field['value'] ?? '', $receipt ) : '';
			if ( '' !== $error ) {
				$form['errors']['fields'][ $id ] = esc_html( $error );
			}
		}
		return $form;
	}

	/**
	 * Tells whether a field is of the type `email`; by its settings, for the submission has only its id, key and value. Ninja Forms goes
	 * by the key in the list of fields too: the id in a field may be missing, or another's.
	 *
	 * @param int|string $id      The key in the list of fields.
	 * @param int|string $form_id The form.
	 * @return bool
	 */
	private static function is_email( $id, $form_id ) {
		if ( ! function_exists( 'Ninja_Forms' ) ) {
			return false;
		}
		$model = Ninja_Forms()->form( $form_id )->get_field( $id );
		return is_object( $model ) && 'email' === $model->get_setting( 'type' );
	}
}
