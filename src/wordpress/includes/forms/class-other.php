<?php
/**
 * All other forms.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;

defined( 'ABSPATH' ) || exit;

/**
 * Forms of plugins that the plugin does not know: they validate addresses by is_email().
 */
final class Other {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_filter( 'is_email', array( self::class, 'validate' ), 20, 2 );
	}

	/** Fields by which a submission is told to be of a form with hooks of its own: these give a better error. */
	const OF_KNOWN_FORMS = array(
		'comment_post_ID',
		'user_login',
		'signup_form_id',
		'woocommerce-process-checkout-nonce',
		'woocommerce-register-nonce',
		'save-account-details-nonce',
		'_wpcf7',
		'wpforms',
		'gform_submit',
		'form_fields',
		'_jet_engine_booking_form_id',
	);

	/**
	 * True during a check: an action for its outcome may send a mail, for which WordPress asks is_email().
	 *
	 * @var bool
	 */
	private static $is_checking = false;

	/**
	 * Refuses an address whose receipt was submitted with it and says that it is blocked. Without one nothing changes: WordPress asks for
	 * many addresses that no form has sent.
	 *
	 * @param string|false $is_email What WordPress has found.
	 * @param string       $email    The address.
	 * @return string|false
	 */
	public static function validate( $is_email, $email ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- only the names are read.
		$is_known = array_intersect( self::OF_KNOWN_FORMS, array_keys( $_POST ) );
		if ( false === $is_email || $is_known || self::$is_checking || null === Receipts::posted() || ! self::is_posted( (string) $email ) ) {
			return $is_email;
		}
		self::$is_checking = true;
		$outcome           = Receipts::check( (string) $email );
		self::$is_checking = false;
		return Receipts::BLOCKED === $outcome ? false : $is_email;
	}

	/**
	 * Tells whether the form has sent this address.
	 *
	 * @param string $email The address.
	 * @return bool
	 */
	private static function is_posted( $email ) {
		$is_posted = false;
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- the values are only compared.
		$sent = wp_unslash( $_POST );
		array_walk_recursive(
			$sent,
			static function ( $value ) use ( $email, &$is_posted ) {
				$is_posted = $is_posted || ( is_string( $value ) && 0 === strcasecmp( trim( $value ), $email ) );
			}
		);
		return $is_posted;
	}
}
