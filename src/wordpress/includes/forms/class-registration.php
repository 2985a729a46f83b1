<?php
/**
 * WordPress' own registration.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Registration by wp-login.php, and by wp-signup.php in a network.
 */
final class Registration {
	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_filter( 'registration_errors', array( self::class, 'validate' ), 20, 3 );
		add_filter( 'wpmu_validate_user_signup', array( self::class, 'validate_signup' ), 20 );
	}

	/**
	 * Refuses a registration.
	 *
	 * @param \WP_Error $errors The errors so far.
	 * @param string    $login  The user name.
	 * @param string    $email  The address.
	 * @return \WP_Error
	 */
	public static function validate( $errors, $login, $email ) {
		// An address that WordPress refuses has its error.
		$error = self::is_added() || $errors->get_error_message( 'invalid_email' ) ? '' : Receipts::error( $email );
		if ( '' !== $error ) {
			$errors->add( 'email_verify_element', '<strong>' . esc_html__( 'Error:', 'email-verify-element' ) . '</strong> ' . esc_html( $error ) );
		}
		return $errors;
	}

	/**
	 * Refuses a registration in a network. WordPress asks for users whom an administrator adds, too.
	 *
	 * @param array<string, mixed> $result The submitted data, with `user_email` and `errors`.
	 * @return array<string, mixed>
	 */
	public static function validate_signup( $result ) {
		$error = self::is_added() ? '' : Receipts::error( $result['user_email'] );
		if ( '' !== $error ) {
			$result['errors']->add( 'user_email', esc_html( $error ) );
		}
		return $result;
	}

	/**
	 * Tells whether somebody who is signed in, or a command, adds the user: by Users → Add New, by the REST API.
	 *
	 * @return bool
	 */
	private static function is_added() {
		return is_user_logged_in() || Receipts::is_command();
	}
}
