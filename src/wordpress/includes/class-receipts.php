<?php
/**
 * The receipt check.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Decides on a submission by its receipt. An outage of the edge, or a server that cannot check signatures, keeps nobody out.
 */
final class Receipts {
	/** The receipt is genuine and the policy accepts the address, or the receipt could not be checked. */
	const ACCEPTED = 'accepted';

	/** There is no receipt, or it does not match: the page's check was not used. */
	const UNVERIFIED = 'unverified';

	/** The receipt is genuine, and the policy blocks the address. */
	const BLOCKED = 'blocked';

	/**
	 * True if the address that was blocked last receives mail: the site's policy does not accept its kind.
	 *
	 * @var bool
	 */
	private static $is_unwanted = false;

	/** The prefix of the transients that remember verified addresses, hashed. */
	const VERIFIED = 'email_verify_element_ok_';

	/** How long they are remembered, in seconds: as long as a receipt is valid. */
	const VERIFIED_LIFETIME = 1800;

	/**
	 * Checks an address.
	 *
	 * @param string $email   The address as it was submitted, without slashes.
	 * @param mixed  $receipt The receipt; by default that of the submitted form.
	 * @return string ACCEPTED, UNVERIFIED or BLOCKED.
	 */
	public static function check( $email, $receipt = null ) {
		if ( '' === Settings::endpoint() || '' === $email ) {
			return self::ACCEPTED;
		}
		try {
			$verifier = self::verifier();
		} catch ( \InvalidArgumentException $e ) {
			// No origin, or an edge address that is no URL, by a filter or by code: a mistake of the site keeps nobody out.
			_doing_it_wrong( __METHOD__, esc_html( $e->getMessage() ), esc_html( VERSION ) );
			return self::ACCEPTED;
		}
		$check   = $verifier->verify( null === $receipt ? self::posted() : $receipt, $email );
		$outcome = self::with_memory( self::outcome( $verifier, $check, $email ), $check, $email );

		self::$is_unwanted = 'invalid' !== ( $check['claims']['status'] ?? 'invalid' );
		/**
		 * Fires after a receipt was checked, for logs and statistics.
		 *
		 * @param string               $outcome `accepted`, `unverified` or `blocked`.
		 * @param array<string, mixed> $check   The result of `ReceiptVerifier::verify()`.
		 * @param string               $email   The address.
		 */
		do_action( 'email_verify_element_checked', $outcome, $check, $email );
		return $outcome;
	}

	/**
	 * Checks an address, and says why the submission is refused.
	 *
	 * @param mixed $email   The address as it was submitted, without slashes.
	 * @param mixed $receipt The receipt; by default that of the submitted form.
	 * @return string The error for the person; '' when the submission is accepted.
	 */
	public static function error( $email, $receipt = null ) {
		return is_string( $email ) ? self::error_of( self::check( $email, $receipt ) ) : '';
	}

	/**
	 * Says why a submission is refused.
	 *
	 * @param string $outcome The result of the last check().
	 * @return string The error for the person; '' when the submission is accepted.
	 */
	public static function error_of( $outcome ) {
		if ( self::BLOCKED === $outcome && self::$is_unwanted ) {
			return __( 'This email address is not accepted here. Please use another one.', 'email-verify-element' );
		}
		if ( self::BLOCKED === $outcome ) {
			return __( 'This email address cannot receive mail. Please check it.', 'email-verify-element' );
		}
		$is_refused = self::UNVERIFIED === $outcome && 'block' === Settings::all()['unverified'] && ! self::is_command();
		if ( $is_refused && Edge::is_up() ) {
			return __( 'Your email address could not be checked. Please turn on JavaScript, enter the address again and send the form.', 'email-verify-element' );
		}
		return '';
	}

	/**
	 * Tells whether a command of the site's own fills a form in: WP-CLI, or a scheduled event. wp-cron.php takes no form from the network.
	 *
	 * @return bool
	 */
	public static function is_command() {
		return wp_doing_cron() || ( defined( 'WP_CLI' ) && \WP_CLI );
	}

	/**
	 * The origins of the site's pages, as the edge signs them.
	 *
	 * @return string[]
	 */
	public static function origins() {
		/**
		 * Filters the origins, for sites with a domain for each language.
		 *
		 * @param string[] $origins Such as `https://shop.example`.
		 */
		$origins = apply_filters( 'email_verify_element_origins', self::origins_of( array( home_url(), site_url() ) ) );
		return self::origins_of( (array) $origins );
	}

	/**
	 * The origins of URLs. The receipt check takes no other spelling: one wrong entry of a filter would switch it off.
	 *
	 * @param array<mixed> $urls An entry without an http or https origin is reported and left out.
	 * @return string[]
	 */
	private static function origins_of( $urls ) {
		$origins = array();
		foreach ( $urls as $url ) {
			$parts  = is_string( $url ) ? wp_parse_url( $url ) : null;
			$origin = isset( $parts['scheme'], $parts['host'] )
				? self::origin( strtolower( $parts['scheme'] ), strtolower( $parts['host'] ), $parts['port'] ?? null )
				: '';
			if ( ReceiptVerifier::isOrigin( $origin ) ) {
				$origins[] = $origin;
			} else {
				$message = 'An origin is written like https://shop.example, got ' . wp_json_encode( $url, JSON_UNESCAPED_SLASHES );
				_doing_it_wrong( __METHOD__, esc_html( $message ), esc_html( VERSION ) );
			}
		}
		return array_values( array_unique( $origins ) );
	}

	/**
	 * An origin as browsers send it: an internationalised domain in ASCII, the scheme's own port left out.
	 *
	 * @param string   $scheme `http` or `https`.
	 * @param string   $host   In lower case.
	 * @param int|null $port   The port, if the URL has one.
	 * @return string
	 */
	private static function origin( $scheme, $host, $port ) {
		$own = 'https' === $scheme ? 443 : 80;
		return $scheme . '://' . Hosts::ascii( $host ) . ( null === $port || $own === $port ? '' : ":$port" );
	}

	/**
	 * The receipt of the submitted form.
	 *
	 * @return mixed
	 */
	public static function posted() {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- the form's own plugin checks its nonce; a signature decides.
		return isset( $_POST[ ReceiptVerifier::FIELD ] ) ? wp_unslash( $_POST[ ReceiptVerifier::FIELD ] ) : null;
	}

	/**
	 * The receipt check with the site's settings.
	 *
	 * @return ReceiptVerifier
	 */
	private static function verifier() {
		return new ReceiptVerifier(
			array(
				'audience' => self::origins(),
				'jwks'     => Edge::jwks_url( Settings::endpoint() ),
				'policy'   => Settings::policy(),
				'cache'    => new Transient_Cache(),
				'fetch'    => array( Edge::class, 'fetch' ),
			)
		);
	}

	/**
	 * Accepts an address without its receipt if it has been verified in the last half hour, or is that of the person who is signed in: a
	 * form that comes back with an error, the next page of a form, and a checkout that knows its customer have the address filled in,
	 * and a page checks only what a person enters. With the setting "accept" nothing is stored.
	 *
	 * @param string               $outcome ACCEPTED, UNVERIFIED or BLOCKED.
	 * @param array<string, mixed> $check   The result of the receipt check.
	 * @param string               $email   The address.
	 * @return string
	 */
	private static function with_memory( $outcome, $check, $email ) {
		if ( 'accept' === Settings::all()['unverified'] || self::BLOCKED === $outcome ) {
			return $outcome;
		}
		$name = self::VERIFIED . wp_hash( strtolower( $email ) );
		if ( self::ACCEPTED === $outcome ) {
			if ( isset( $check['claims'] ) ) {
				set_transient( $name, 1, self::VERIFIED_LIFETIME );
			}
			return $outcome;
		}
		return self::is_own( $email ) || get_transient( $name ) ? self::ACCEPTED : $outcome;
	}

	/**
	 * Tells whether an address is that of the person who is signed in, in WordPress or WooCommerce.
	 *
	 * @param string $email The address.
	 * @return bool
	 */
	private static function is_own( $email ) {
		$user = wp_get_current_user();
		$own  = $user->exists() ? array( $user->user_email, (string) get_user_meta( $user->ID, 'billing_email', true ) ) : array();
		return in_array( strtolower( $email ), array_map( 'strtolower', $own ), true );
	}

	/**
	 * What a check means for the submission.
	 *
	 * @param ReceiptVerifier      $verifier The check, with the policy.
	 * @param array<string, mixed> $check    Its result.
	 * @param string               $email    The address.
	 * @return string
	 */
	private static function outcome( $verifier, $check, $email ) {
		if ( $check['ok'] ) {
			return self::ACCEPTED;
		}
		switch ( $check['reason'] ) {
			case 'policy':
				return self::BLOCKED;
			// Plugins change addresses to lower case.
			case 'letter_case':
				return 'block' === $verifier->decide( $check['claims'], $email ) ? self::BLOCKED : self::ACCEPTED;
			case 'keys_unavailable':
			case 'unsupported':
				return self::ACCEPTED;
		}
		return self::UNVERIFIED;
	}
}
