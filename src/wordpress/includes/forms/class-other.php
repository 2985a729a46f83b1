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

	/**
	 * Refuses an address whose receipt was submitted with it and says that it is blocked. Without one nothing changes: WordPress asks for
	 * many addresses that no form has sent.
	 *
	 * @param string|false $is_email What WordPress has found.
	 * @param string       $email    The address.
	 * @return string|false
	 */
	public static function validate( $is_email, $email ) {
		$is_asked = false !== $is_email && null !== Receipts::posted();
		return $is_asked && Receipts::BLOCKED === Receipts::check( (string) $email ) ? false : $is_email;
	}
}
