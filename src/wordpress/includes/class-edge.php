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

	/** How long it is remembered that the edge was up, in seconds: until then an outage turns people away. */
	const UP_LIFETIME = 10;

	/** How long it is remembered that the edge was down, in seconds: each further question may take three. */
	const DOWN_LIFETIME = 60;

	/** The longest wait, in seconds: a person waits for the form. */
	const TIMEOUT = 3;

	/** The longest answer, in bytes. */
	const MAX_BYTES = 65536;

	/**
	 * The URL of an edge's keys.
	 *
	 * @param string $endpoint The edge's address.
	 * @return string
	 */
	public static function jwks_url( $endpoint ) {
		return $endpoint . '.well-known/jwks.json';
	}

	/**
	 * Tells whether there is an edge at an address: it has keys.
	 *
	 * @param string $endpoint The address.
	 * @return bool
	 */
	public static function is_at( $endpoint ) {
		$set = json_decode( (string) self::fetch( self::jwks_url( $endpoint ) ), true );
		return is_array( $set ) && ! empty( $set['keys'] );
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
	 * Sends a request to the edge. In a network the administrator of a site sets the address, who may not reach the network's own hosts by
	 * it: WordPress refuses private addresses and unusual ports, unless the filter `http_request_host_is_external` allows the host.
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
			'reject_unsafe_urls'  => is_multisite(),
		);
		if ( is_multisite() && self::is_reserved( (string) wp_parse_url( $url, PHP_URL_HOST ) ) ) {
			return new \WP_Error( 'email_verify_element', 'The edge has a reserved address.' );
		}
		return wp_remote_request( $url, $args + $bounds );
	}

	/**
	 * Tells whether a host is in one of the reserved ranges that WordPress lets pass: link-local (RFC 3927), of a carrier's NAT
	 * (RFC 6598), or of the IETF (RFC 6890).
	 *
	 * @param string $host A host, whose name is resolved as WordPress does.
	 * @return bool
	 */
	public static function is_reserved( $host ) {
		// It also reads the spellings that a request takes and ip2long() does not: 2852039166 is 169.254.169.254.
		$number = ip2long( gethostbyname( rtrim( $host, '.' ) ) );
		if ( false === $number ) {
			return false;
		}
		return 0xa9fe === $number >> 16 || 0x6440 >> 6 === $number >> 22 || 0xc00000 === $number >> 8;
	}

	/**
	 * Tells whether the edge can be reached, as of the last ten seconds, or as of the last minute while it is down: nobody is turned away for a receipt that no page can get.
	 *
	 * @return bool
	 */
	public static function is_up() {
		$known = get_transient( self::UP );
		if ( false === $known ) {
			$known = null === self::fetch( Settings::endpoint() . 'healthz' ) ? 'no' : 'yes';
			set_transient( self::UP, $known, 'yes' === $known ? self::UP_LIFETIME : self::DOWN_LIFETIME );
		}
		return 'yes' === $known;
	}
}
