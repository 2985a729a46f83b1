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
	 * True if the submission of this request is let through without a receipt.
	 *
	 * @var bool
	 */
	private static $is_let_through = false;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_filter( 'fluentform/validate_input_item_input_email', array( self::class, 'validate' ), 20, 5 );
		add_action( 'fluentform/submission_inserted', array( self::class, 'add_note' ), 10, 3 );
	}

	/**
	 * Adds an error to the field. A conversational form has its fields one after the other, so it has no place for a receipt, and is let through.
	 *
	 * @param string|string[]      $error  The errors so far.
	 * @param array<string, mixed> $field  The field, with its `name`.
	 * @param array<string, mixed> $data   The form's own fields of the submission.
	 * @param array<mixed>         $fields All fields.
	 * @param object|null          $form   The form, with its `id`.
	 * @return string|string[]
	 */
	public static function validate( $error, $field, $data, $fields = array(), $form = null ) {
		$email = $data[ $field['name'] ] ?? '';
		if ( $error || ! is_string( $email ) ) {
			return $error;
		}
		$outcome = Receipts::check( $email, self::receipt() );
		$found   = Receipts::error_of( $outcome );
		if ( '' !== $found && Receipts::UNVERIFIED === $outcome && self::is_conversational( $form ) ) {
			self::$is_let_through = true;
			return $error;
		}
		return '' === $found ? $error : array( esc_html( $found ) );
	}

	/**
	 * Adds the reason to the log of an entry that was let through.
	 *
	 * @param int                  $id   The entry.
	 * @param array<string, mixed> $data The submission.
	 * @param object               $form The form.
	 */
	public static function add_note( $id, $data, $form ) {
		if ( ! self::$is_let_through ) {
			return;
		}
		self::$is_let_through = false;
		do_action(
			'fluentform/log_data',
			array(
				'parent_source_id' => $form->id,
				'source_type'      => 'submission_item',
				'source_id'        => $id,
				'component'        => 'Email Verify',
				'status'           => 'info',
				'title'            => __( 'The email address was not checked', 'email-verify-element' ),
				'description'      => __( 'A conversational form sends no receipt, so the entry was let through.', 'email-verify-element' ),
			)
		);
	}

	/**
	 * Tells whether the site has made the form a conversational one. The field `isFFConversational` of a submission is a claim, and is not read.
	 *
	 * @param object|null $form The form.
	 * @return bool
	 */
	private static function is_conversational( $form ) {
		$ask = array( 'FluentForm\App\Helpers\Helper', 'isConversionForm' );
		return isset( $form->id ) && is_callable( $ask ) && call_user_func( $ask, $form->id );
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
