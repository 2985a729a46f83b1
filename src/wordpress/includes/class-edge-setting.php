<?php
/**
 * The setting of the edge's address.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Takes the edge's address from the settings page, asks the edge, and says what was changed, what is wrong and what does not work. A wrong
 * text stays on the page as `typed`; the address before stays in use.
 */
final class Edge_Setting {
	/** The longest text that is kept, in characters. */
	const MAX_TYPED = 500;

	/**
	 * Sanitises the address.
	 *
	 * @param array<string, mixed> $input The submitted form; or settings, which have `off`: WordPress sanitises a second time when the option
	 *                                    is stored for the first time, and code stores settings.
	 * @return array<string, string> `endpoint`, or the wrong text as `typed`.
	 */
	public static function sanitize( $input ) {
		$typed   = is_string( $input['endpoint'] ?? null ) ? trim( $input['endpoint'] ) : '';
		$is_form = ! isset( $input['off'] );
		$read    = Edge_Address::read( $typed );
		if ( '' === $read['error'] && '' !== $read['url'] && $is_form ) {
			$read = self::ask( $typed, $read );
		}
		if ( '' === $read['error'] ) {
			return array( 'endpoint' => $read['url'] ) + ( $is_form ? array() : array_intersect_key( $input, array( 'typed' => '' ) ) );
		}
		/* translators: %s: what is wrong, and what would be right. */
		self::report( 'error', sprintf( __( 'The edge address was not saved. %s', 'email-verify-element' ), $read['error'] ) );
		if ( $read['is_secret'] ) {
			self::report( 'error', __( 'What was entered may hold a secret, so it was not kept.', 'email-verify-element' ) );
			return array();
		}
		return array( 'typed' => substr( $typed, 0, self::MAX_TYPED ) );
	}

	/**
	 * Asks the edge, and looks for it where the program that serves it has it. What does not work is no obstacle, since the edge may start later.
	 *
	 * @param string                                                 $typed What the person has entered.
	 * @param array{url: string, error: string, is_secret: bool} $read  The address.
	 * @return array{url: string, error: string, is_secret: bool}
	 */
	private static function ask( $typed, $read ) {
		$url     = $read['url'];
		$start   = microtime( true );
		$problem = Site_Health::problem( $url );
		$other   = Edge_Address::of_program( $url );
		// A host that is slow or silent is not asked again: a person waits.
		if ( '' !== $problem && $other !== $url && microtime( true ) - $start < Edge::TIMEOUT && ! Edge::is_at( $url ) && Edge::is_at( $other ) ) {
			/* translators: 1: the address that was entered; 2: the edge's address. */
			self::report( 'info', sprintf( __( 'The settings were saved. There is no edge at %1$s, but at %2$s, which is used.', 'email-verify-element' ), $url, $other ) );
			$read['url'] = $other;
			$problem     = Site_Health::problem( $other );
		} elseif ( '' !== $problem && Edge_Address::is_service( $url ) ) {
			$read['error'] = Edge_Address::error_of_service( $url );
			return $read;
		} elseif ( 0 !== strcasecmp( untrailingslashit( $typed ), untrailingslashit( $url ) ) ) {
			/* translators: 1: what was entered; 2: the edge's address. */
			self::report( 'info', sprintf( __( 'The settings were saved. "%1$s" was read as %2$s', 'email-verify-element' ), $typed, $url ) );
		}
		self::warn( $read['url'], $problem );
		return $read;
	}

	/**
	 * Reports what does not work at an address that was saved.
	 *
	 * @param string $url     The address.
	 * @param string $problem The first fault of the edge.
	 */
	private static function warn( $url, $problem ) {
		$host = Edge_Address::host( $url );
		if ( Hosts::is_loopback( $host ) && ! Hosts::is_loopback( Edge_Address::host( home_url() ) ) ) {
			/* translators: %s: a host such as localhost. */
			self::report( 'warning', sprintf( __( "The settings were saved. For every visitor's browser, %s is the visitor's own machine: enter the edge's public address.", 'email-verify-element' ), $host ) );
		} elseif ( 0 === strpos( $url, 'http://' ) && ! Hosts::is_private( $host ) ) {
			/* translators: %s: an address. */
			self::report( 'warning', sprintf( __( 'The settings were saved. By http://, people on the way read the addresses: enter %s if the edge has https.', 'email-verify-element' ), 'https' . substr( $url, 4 ) ) );
		}
		if ( '' !== $problem ) {
			/* translators: %s: what does not work. */
			self::report( 'warning', sprintf( __( 'The settings were saved. %s', 'email-verify-element' ), $problem ) );
		}
	}

	/**
	 * Shows a message above the settings page.
	 *
	 * @param string $type `error`, `warning` or `info`.
	 * @param string $text The message.
	 */
	private static function report( $type, $text ) {
		// WordPress prints messages as HTML.
		add_settings_error( Settings::OPTION, 'endpoint', esc_html( $text ), $type );
	}
}
