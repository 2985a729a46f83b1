<?php
/**
 * The edge's address as a person enters it.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Reads an entered address: takes it, mends what has one meaning only, or says what is wrong and what would be right.
 */
final class Edge_Address {
	/** An example of what would be right. */
	const EXAMPLE = 'https://verify.example/verify/';

	/** White space and marks around an address that was copied. */
	const AROUND = '[\p{Z}\p{C}\s"\'<>(),;`]+';

	/** A scheme. The digits of a port make the word before them a host. */
	const SCHEME = '/^([a-z][a-z\d+.-]*):(?!\d+([\/?#]|$))/i';

	/** The edge's own routes: pages ask them, and people copy their addresses. */
	const ROUTES = '#/(token|validate|receipt|healthz|\.well-known(/jwks\.json)?)/?$#D';

	/** Paths of the verification service and of its dashboard, which stand beside the edge. */
	const OF_SERVICE = '#^/(api(/(v\d+/)?(validate|batch|account|openapi\.json).*)?|dashboard.*)/?$#D';

	/** An API key or a token: one word without a dot or a slash, or a JWT. */
	const KEY = '/^((live|test|sk|pk|key|api)[_-][\w-]+|(?=.*\d)[\w-]{20,}|eyJ[\w-]+\.[\w.-]+)$/Di';

	/** The part of an address that may carry a secret: a password, or a query. */
	const SECRET = '#^([^/?\#]*//)?[^/?\#@]*:[^/?\#@]*@|[?&\#]([\w-]*key|token|secret|password)=#i';

	/**
	 * Reads an address.
	 *
	 * @param string $text What the person has entered.
	 * @return array{url: string, error: string, is_secret: bool} The address with a slash at its end, '' if there is none; else the error,
	 *                                                            and whether the text may hold a secret and must not be kept.
	 */
	public static function read( $text ) {
		$around    = self::AROUND;
		$typed     = (string) preg_replace( "/^$around|$around\$/u", '', wp_check_invalid_utf8( $text, true ) );
		$is_secret = 1 === preg_match( self::KEY, $typed ) || 1 === preg_match( self::SECRET, $typed );
		try {
			$url   = '' === $typed ? '' : self::url( $typed );
			$error = '';
		} catch ( \DomainException $e ) {
			$url   = '';
			$error = $e->getMessage();
		}
		return compact( 'url', 'error', 'is_secret' );
	}

	/**
	 * The edge's address beside another address of the program that serves it, such as that of its service.
	 *
	 * @param string $url An address, as read() gives it.
	 * @return string
	 */
	public static function of_program( $url ) {
		return preg_replace( '#^(https?://[^/]+)/.*$#', '$1/verify/', $url );
	}

	/**
	 * The error of an address of the verification service.
	 *
	 * @param string $url An address, as read() gives it.
	 * @return string '' if it is none of the service.
	 */
	public static function error_of_service( $url ) {
		/* translators: %s: an address. */
		$text = __( 'It is the address of the verification service. Enter that of the edge, which the same program usually has at %s', 'email-verify-element' );
		return self::is_service( $url ) ? sprintf( $text, self::of_program( $url ) ) : '';
	}

	/**
	 * Tells whether the path is that of the verification service.
	 *
	 * @param string $url An address, as read() gives it.
	 * @return bool
	 */
	public static function is_service( $url ) {
		return 1 === preg_match( self::OF_SERVICE, (string) wp_parse_url( $url, PHP_URL_PATH ) );
	}

	/**
	 * Tells whether browsers block requests to the edge as mixed content: by plain http, from a site with https.
	 *
	 * @param string $url The edge's address.
	 * @return bool
	 */
	public static function is_mixed_content( $url ) {
		return self::is_https_site() && 0 === strpos( $url, 'http://' ) && ! Hosts::is_loopback( self::host( $url ) );
	}

	/**
	 * The host of an address, in lower case.
	 *
	 * @param string $url The address.
	 * @return string
	 */
	public static function host( $url ) {
		return strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) );
	}

	/**
	 * The URL that a person means.
	 *
	 * @param string $typed The text without what surrounds it.
	 * @return string
	 * @throws \DomainException With the error for the person.
	 */
	private static function url( $typed ) {
		self::refuse_other_texts( $typed );
		list( $scheme, $rest ) = self::scheme( str_replace( '\\', '/', $typed ) );

		preg_match( '#^([^/?\#]*)([^?\#]*)(.?)#su', $rest, $parts );
		list( , $authority, $path, $mark ) = $parts + array( '', '', '', '' );
		if ( false !== strpos( $authority, '@' ) ) {
			self::fail( __( 'It has a user name or a password, which every page would show. Enter it without.', 'email-verify-element' ) );
		}
		$host   = preg_replace( '/:\d*$/D', '', $authority );
		$port   = (string) substr( $authority, strlen( $host ) + 1 );
		$host   = Hosts::ascii( strtolower( $host ) );
		$scheme = '' === $scheme ? self::scheme_of( $host ) : $scheme;
		if ( '' !== $mark ) {
			$before = self::build( $scheme, $authority, $path );
			/* translators: 1: "?" or "#"; 2: an address. */
			self::fail( sprintf( __( 'It goes on after a "%1$s", but paths are added to it. Enter %2$s', 'email-verify-element' ), $mark, self::is_service( $before ) ? self::of_program( $before ) : $before ) );
		}
		if ( ! Hosts::is_valid( $host ) || ( '' !== $port && ( (int) $port < 1 || (int) $port > 65535 ) ) ) {
			/* translators: 1: what stands where the host should; 2: an address. */
			self::fail( sprintf( __( '"%1$s" is no host. Enter an address such as %2$s', 'email-verify-element' ), $authority, self::EXAMPLE ) );
		}
		$authority = $host . ( '' === $port ? '' : ':' . (int) $port );
		$url       = self::build( $scheme, $authority, $path );
		if ( self::is_site( $authority, $path ) ) {
			/* translators: %s: an address. */
			self::fail( sprintf( __( 'It is the address of this site. The edge is another program: enter its address, such as %s', 'email-verify-element' ), self::EXAMPLE ) );
		}
		if ( self::is_mixed_content( $url ) ) {
			/* translators: %s: an address. */
			self::fail( sprintf( __( 'Browsers refuse http:// on a site with https. Enter %s', 'email-verify-element' ), 'https' . substr( $url, 4 ) ) );
		}
		return $url;
	}

	/**
	 * Refuses the text.
	 *
	 * @param string $error What is wrong, and what would be right.
	 * @throws \DomainException Always.
	 */
	private static function fail( $error ) {
		// phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- it is escaped where it is printed.
		throw new \DomainException( $error );
	}

	/**
	 * Refuses texts of another kind: several words, an API key, an e-mail address.
	 *
	 * @param string $typed The text.
	 */
	private static function refuse_other_texts( $typed ) {
		if ( preg_match( self::KEY, $typed ) ) {
			/* translators: %s: an address. */
			self::fail( sprintf( __( 'It looks like an API key, which only the edge may know. Enter the address of the edge, such as %s', 'email-verify-element' ), self::EXAMPLE ) );
		}
		if ( preg_match( '/^(mailto:)?[^\/@:]+@[^\/@:]+$/Di', $typed ) ) {
			/* translators: %s: an address. */
			self::fail( sprintf( __( 'It is an email address. Enter the address of the edge, such as %s', 'email-verify-element' ), self::EXAMPLE ) );
		}
		if ( preg_match( '/[\s\p{Z}\p{C}]/u', $typed ) ) {
			/* translators: %s: an address. */
			self::fail( sprintf( __( 'There is a space in it. Enter one address without spaces, such as %s', 'email-verify-element' ), self::EXAMPLE ) );
		}
	}

	/**
	 * Splits off the scheme. A letter of "https" too many, missing, wrong or swapped is mended.
	 *
	 * @param string $typed The text.
	 * @return array{0: string, 1: string} `http`, `https` or '' for none; and the rest.
	 * @throws \DomainException With the error for the person.
	 */
	private static function scheme( $typed ) {
		if ( preg_match( '#^(https?)(:/*|[;.,]?//+)(?!\d+([/?\#]|$))(.*)$#Dsi', $typed, $found ) ) {
			return array( strtolower( $found[1] ), $found[4] );
		}
		if ( ! preg_match( self::SCHEME, $typed, $found ) ) {
			return array( '', ltrim( $typed, '/' ) );
		}
		$word = strtolower( $found[1] );
		if ( levenshtein( $word, 'https' ) > 1 && count_chars( $word, 1 ) !== count_chars( 'https', 1 ) ) {
			/* translators: 1: a scheme such as "ftp:"; 2: an address. */
			self::fail( sprintf( __( 'It begins with "%1$s". Enter an address that begins with https://, such as %2$s', 'email-verify-element' ), $found[0], self::EXAMPLE ) );
		}
		return array( 'https', ltrim( substr( $typed, strlen( $found[0] ) ), '/' ) );
	}

	/**
	 * The scheme of an address without one. A program on this machine or in this network seldom has a certificate; on a site with https,
	 * browsers ask no other machine without one.
	 *
	 * @param string $host The host.
	 * @return string
	 */
	private static function scheme_of( $host ) {
		return Hosts::is_loopback( $host ) || ( Hosts::is_private( $host ) && ! self::is_https_site() ) ? 'http' : 'https';
	}

	/**
	 * Puts an address together.
	 *
	 * @param string $scheme    `http` or `https`.
	 * @param string $authority The host with its port.
	 * @param string $path      The path, from which a route of the edge is left out.
	 * @return string With a slash at its end.
	 */
	private static function build( $scheme, $authority, $path ) {
		$path = preg_replace( self::ROUTES, '/', $path );
		return trailingslashit( esc_url_raw( "$scheme://$authority$path", array( 'https', 'http' ) ) );
	}

	/**
	 * Tells whether an address is that of this site, or of a page of WordPress itself. An edge may stand in another folder.
	 *
	 * @param string $authority The host with its port.
	 * @param string $path      The path.
	 * @return bool
	 */
	private static function is_site( $authority, $path ) {
		foreach ( array( home_url(), site_url() ) as $url ) {
			$parts = wp_parse_url( $url );
			$own   = Hosts::ascii( strtolower( $parts['host'] ?? '' ) ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
			$pages = '#^' . preg_quote( untrailingslashit( $parts['path'] ?? '' ), '#' ) . '(/(wp-admin|wp-json|wp-login\.php|index\.php).*)?/?$#D';
			if ( preg_replace( '/:(443|80)$/D', '', $authority ) === $own && preg_match( $pages, $path ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Tells whether the site has https.
	 *
	 * @return bool
	 */
	private static function is_https_site() {
		return 'https' === wp_parse_url( home_url(), PHP_URL_SCHEME );
	}
}
