<?php
/**
 * The entry in Site Health.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Tools → Site Health: the edge can be reached, takes requests of this site, and has keys that this server can use.
 */
final class Site_Health {
	const TEST = 'email_verify_element';

	/** How far this server's clock may be from the edge's, in seconds: a receipt from the future is not valid. */
	const MAX_SKEW = 60;

	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_filter( 'site_status_tests', array( self::class, 'add' ) );
	}

	/**
	 * Adds the test.
	 *
	 * @param array<string, array<string, mixed>> $tests The tests so far.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add( $tests ) {
		$tests['direct'][ self::TEST ] = array(
			'label' => __( 'Email verification', 'email-verify-element' ),
			'test'  => array( self::class, 'test' ),
		);
		return $tests;
	}

	/**
	 * Runs the test.
	 *
	 * @return array<string, mixed>
	 */
	public static function test() {
		$problem = self::problem( Settings::endpoint() );
		return array(
			'label'       => '' === $problem
				? __( 'Email addresses are verified', 'email-verify-element' )
				: __( 'Email addresses are not verified', 'email-verify-element' ),
			'status'      => '' === $problem ? 'good' : 'recommended',
			'badge'       => array(
				'label' => __( 'Email Verify', 'email-verify-element' ),
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html(
				'' === $problem
					? __( 'The edge can be reached, takes requests of this site, and this server can check its signatures.', 'email-verify-element' )
					: $problem
			) . '</p>',
			'actions'     => sprintf(
				'<a href="%s">%s</a>',
				esc_url( admin_url( 'options-general.php?page=' . Settings_Page::SLUG ) ),
				esc_html__( 'Settings', 'email-verify-element' )
			),
			'test'        => self::TEST,
		);
	}

	/**
	 * Finds the first fault of an edge.
	 *
	 * @param string $endpoint Its address.
	 * @return string '' if there is none.
	 */
	public static function problem( $endpoint ) {
		if ( '' === $endpoint ) {
			return __( 'No edge address is set. Until then the plugin does nothing.', 'email-verify-element' );
		}
		if ( Edge_Address::is_mixed_content( $endpoint ) ) {
			/* translators: %s: the edge's address. */
			return sprintf( __( 'Browsers refuse the edge at %s: the site has https, so the edge needs it too.', 'email-verify-element' ), $endpoint );
		}
		if ( ! function_exists( 'sodium_crypto_sign_verify_detached' ) ) {
			return __( 'PHP has no sodium extension, so receipts are not checked on the server.', 'email-verify-element' );
		}
		$health = Edge::request( $endpoint . 'healthz' );
		// What cURL and PHP's own sockets say of a name that the DNS does not know.
		if ( is_wp_error( $health ) && preg_match( '/resolve host|getaddrinfo/', $health->get_error_message() ) ) {
			/* translators: %s: a host. */
			return sprintf( __( 'The edge cannot be reached: the host %s is not known. Forms are accepted without a check.', 'email-verify-element' ), Edge_Address::host( $endpoint ) );
		}
		if ( 200 !== wp_remote_retrieve_response_code( $health ) ) {
			/* translators: %s: the edge's address. */
			return sprintf( __( 'The edge cannot be reached at %s. Forms are accepted without a check.', 'email-verify-element' ), $endpoint );
		}
		$body = json_decode( wp_remote_retrieve_body( $health ), true );
		if ( ! empty( $body['test_mode'] ) ) {
			return __( 'The edge is in test mode: it checks nothing, and its receipts are not accepted here.', 'email-verify-element' );
		}
		$date = strtotime( wp_remote_retrieve_header( $health, 'date' ) );
		if ( false !== $date && abs( time() - $date ) > self::MAX_SKEW ) {
			/* translators: %d: a number of seconds. */
			return sprintf( __( "This server's clock and the edge's are %d seconds apart, so valid receipts are taken for early or expired ones.", 'email-verify-element' ), abs( time() - $date ) );
		}
		if ( ! Edge::is_at( $endpoint ) ) {
			/* translators: %s: the address of the keys. */
			return sprintf( __( 'The keys cannot be read at %s, so receipts are not checked on the server.', 'email-verify-element' ), Edge::jwks_url( $endpoint ) );
		}
		foreach ( Receipts::origins() as $origin ) {
			$token = Edge::request(
				$endpoint . 'token',
				array(
					'method'  => 'POST',
					'headers' => array( 'origin' => $origin ),
				)
			);
			if ( 403 === wp_remote_retrieve_response_code( $token ) ) {
				/* translators: %s: the site's origin. */
				return sprintf( __( 'The edge refuses requests of this site: add %s to its ALLOWED_ORIGINS.', 'email-verify-element' ), $origin );
			}
		}
		return '';
	}
}
