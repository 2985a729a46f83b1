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
	);

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
		$is_asked = false !== $is_email && ! $is_known && null !== Receipts::posted();
		return $is_asked && Receipts::BLOCKED === Receipts::check( (string) $email ) ? false : $is_email;
	}
}
