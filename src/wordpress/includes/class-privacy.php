<?php
/**
 * The text for the site's privacy policy.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Settings → Privacy → Policy Guide: what the plugin does with addresses, in words that a site can take over.
 */
final class Privacy {
	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_action( 'admin_init', array( self::class, 'add' ) );
	}

	/**
	 * Adds the text.
	 */
	public static function add() {
		$text = __( 'When you enter an email address in a form, it is sent to our verification server, which checks for typos and asks the DNS, and possibly the mail server of the address, whether it can receive mail. The answer is not used for anything else. For half an hour this site may keep a hash of an address that was checked.', 'email-verify-element' );
		wp_add_privacy_policy_content( __( 'Email Verify', 'email-verify-element' ), '<p>' . esc_html( $text ) . '</p>' );
	}
}
