<?php
/**
 * The receipt check.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

use EmailVerify\ReceiptVerifier;

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
		$verifier = self::verifier();
		$check    = $verifier->verify( null === $receipt ? self::posted() : $receipt, $email );
		$outcome  = self::outcome( $verifier, $check, $email );
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
		$outcome = is_string( $email ) ? self::check( $email, $receipt ) : self::ACCEPTED;
		if ( self::BLOCKED === $outcome ) {
			return __( 'This email address cannot receive mail. Please check it.', 'email-verify-element' );
		}
		if ( self::UNVERIFIED === $outcome && 'block' === Settings::all()['unverified'] && Edge::is_up() ) {
			return __( 'Your email address could not be checked. Please turn on JavaScript, enter the address again and send the form.', 'email-verify-element' );
		}
		return '';
	}

	/**
	 * The origins of the site's pages, as the edge signs them.
	 *
	 * @return string[]
	 */
	public static function origins() {
		$origins = array();
		foreach ( array( home_url(), site_url() ) as $url ) {
			$parts     = wp_parse_url( $url );
			$port      = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
			$origins[] = strtolower( $parts['scheme'] . '://' . $parts['host'] ) . $port;
		}
		/**
		 * Filters the origins, for sites with a domain for each language.
		 *
		 * @param string[] $origins Such as `https://shop.example`.
		 */
		return apply_filters( 'email_verify_element_origins', array_values( array_unique( $origins ) ) );
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
				'jwks'     => Edge::jwks_url(),
				'policy'   => Settings::policy(),
				'cache'    => new Transient_Cache(),
				'fetch'    => array( Edge::class, 'fetch' ),
			)
		);
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
