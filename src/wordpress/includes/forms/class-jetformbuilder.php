<?php
/**
 * JetFormBuilder.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * JetFormBuilder: text fields of the type `email`, in repeaters too.
 */
final class Jetformbuilder {
	/**
	 * Adds the hook. JetFormBuilder has read and validated the fields at the priorities before.
	 */
	public static function register() {
		add_action( 'jet-form-builder/request', array( self::class, 'validate' ), 20 );
	}

	/**
	 * Refuses the form, with the error as its message: JetFormBuilder shows none at a field after it was sent.
	 *
	 * @throws \Exception As an Action_Exception, whose message JetFormBuilder shows.
	 */
	public static function validate() {
		if ( ! function_exists( 'jet_fb_context' ) ) {
			return;
		}
		foreach ( jet_fb_context()->iterate_parsers_list( false ) as $field ) {
			$is_email = 'text-field' === $field->get_type() && 'email' === $field->get_setting( 'field_type' );
			$error    = $is_email ? Receipts::error( $field->get_value() ) : '';
			if ( '' !== $error ) {
				$exception = 'Jet_Form_Builder\\Exceptions\\Action_Exception';
				throw ( new $exception( esc_html( $error ) ) )->dynamic_error();
			}
		}
	}
}
