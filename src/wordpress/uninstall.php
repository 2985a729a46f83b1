<?php
/**
 * Deletes everything that the plugin has stored.
 *
 * @package EmailVerifyElement
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

global $wpdb;

foreach ( is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( 0 ) as $email_verify_element_site ) {
	if ( is_multisite() ) {
		switch_to_blog( $email_verify_element_site );
	}
	delete_option( 'email_verify_element' );
	delete_transient( 'email_verify_element_keys' );
	delete_transient( 'email_verify_element_up' );
	// The addresses that were verified in the last half hour.
	foreach ( array( '_transient_email_verify_element_ok_', '_transient_timeout_email_verify_element_ok_' ) as $email_verify_element_prefix ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no function for a prefix; an object cache lets them expire.
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $email_verify_element_prefix ) . '%' ) );
	}
	if ( is_multisite() ) {
		restore_current_blog();
	}
}
