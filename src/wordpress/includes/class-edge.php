<?php
/**
 * Requests to the edge.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * The edge, as the server sees it: its keys, and whether it can be reached.
 */
final class Edge {
	/** The transient that remembers whether the edge was up. */
	const UP = 'email_verify_element_up';

	/** How long it is remembered, in seconds. */
	const UP_LIFETIME = 60;

	/** The longest wait, in seconds: a person waits for the form. */
	const TIMEOUT = 3;

	/** The longest answer, in bytes. */
	const MAX_BYTES = 65536;

	/**
	 * The URL of the edge's keys.
	 *
	 * @return string
	 */
	public static function jwks_url() {
		return Settings::endpoint() . '.well-known/jwks.json';
	}

	/**
	 * Fetches a URL of the edge: no redirects, three seconds, 64 KiB.
	 *
	 * @param string $url The URL.
	 * @return string|null The body of an answer with status 200.
	 */
	public static function fetch( $url ) {
		$response = self::request( $url );
		return 200 === wp_remote_retrieve_response_code( $response ) ? wp_remote_retrieve_body( $response ) : null;
	}

	/**
	 * Sends a request to the edge.
	 *
	 * @param string               $url  The URL.
	 * @param array<string, mixed> $args As of wp_remote_request().
	 * @return array<string, mixed>|\WP_Error
	 */
	public static function request( $url, $args = array() ) {
		$bounds = array(
			'timeout'             => self::TIMEOUT,
			'redirection'         => 0,
			'limit_response_size' => self::MAX_BYTES,
		);
		return wp_remote_request( $url, $args + $bounds );
	}

	/**
	 * Tells whether the edge can be reached, as of the last minute: nobody is turned away for a receipt that no page can get.
	 *
	 * @return bool
	 */
	public static function is_up() {
		$known = get_transient( self::UP );
		if ( false === $known ) {
			$known = null === self::fetch( Settings::endpoint() . 'healthz' ) ? 'no' : 'yes';
			set_transient( self::UP, $known, self::UP_LIFETIME );
		}
		return 'yes' === $known;
	}
}
