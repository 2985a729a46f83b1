<?php
/**
 * Deletes everything that the plugin has stored.
 *
 * @package EmailVerifyElement
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( 0 ) as $email_verify_element_site ) {
	if ( is_multisite() ) {
		switch_to_blog( $email_verify_element_site );
	}
	delete_option( 'email_verify_element' );
	delete_transient( 'email_verify_element_keys' );
	delete_transient( 'email_verify_element_up' );
	if ( is_multisite() ) {
		restore_current_blog();
	}
}
