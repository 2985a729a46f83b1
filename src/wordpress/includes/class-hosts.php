<?php
/**
 * Hosts of addresses.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Judges a host by its name, without the network.
 */
final class Hosts {
	/** A label of a domain (RFC 1123), with the underscore that container networks allow. */
	const LABEL = '[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?';

	/** Ranges of private networks (RFC 1918, RFC 3927, RFC 4193), and endings of names that are not public. */
	const PRIVATE_HOST = '#^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cd]|\[fe80:)|^[^.:\[]+$|\.(local|lan|internal|test|home\.arpa)$#';

	/**
	 * An internationalised domain in ASCII, as browsers send it (UTS 46).
	 *
	 * @param string $host In lower case.
	 * @return string The host itself if it is ASCII, is no domain, or PHP has no intl extension.
	 */
	public static function ascii( $host ) {
		$ascii = preg_match( '/[^\x00-\x7f]/', $host ) && function_exists( 'idn_to_ascii' )
			? idn_to_ascii( $host, IDNA_NONTRANSITIONAL_TO_ASCII, INTL_IDNA_VARIANT_UTS46 )
			: $host;
		return is_string( $ascii ) ? $ascii : $host;
	}

	/**
	 * Tells whether a host of a URL is written rightly: a domain, one label, an IPv4 address, or an IPv6 address in brackets. A name that
	 * could not be brought to ASCII passes: without the intl extension nothing is known of it.
	 *
	 * @param string $host In lower case, as of ascii().
	 * @return bool
	 */
	public static function is_valid( $host ) {
		if ( '[' === substr( $host, 0, 1 ) ) {
			return ']' === substr( $host, -1 ) && false !== filter_var( substr( $host, 1, -1 ), FILTER_VALIDATE_IP, FILTER_FLAG_IPV6 );
		}
		if ( preg_match( '/^[\d.]+$/D', $host ) ) {
			return false !== filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4 );
		}
		$label = self::LABEL;
		return preg_match( '/[^\x00-\x7f]/', $host )
			? ! function_exists( 'idn_to_ascii' )
			: strlen( $host ) < 254 && 1 === preg_match( "/^$label(\\.$label)*\\.?\$/D", $host );
	}

	/**
	 * Tells whether a host is the machine that asks.
	 *
	 * @param string $host In lower case.
	 * @return bool
	 */
	public static function is_loopback( $host ) {
		return 1 === preg_match( '/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/D', $host );
	}

	/**
	 * Tells whether a host cannot be reached from the internet.
	 *
	 * @param string $host In lower case.
	 * @return bool
	 */
	public static function is_private( $host ) {
		return self::is_loopback( $host ) || 1 === preg_match( self::PRIVATE_HOST, $host );
	}
}
