<?php
/**
 * WordPress' own comment form.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement\Forms;

use EmailVerifyElement\Receipts;
use EmailVerifyElement\Settings;

defined( 'ABSPATH' ) || exit;

/**
 * Comments of people who are not signed in.
 */
final class Comments {
	/** The types of what people write. Others come from programs: pingbacks, trackbacks, webmentions. WooCommerce changes a comment on a product to a review. */
	const TYPES = array( '', 'comment', 'review' );

	/**
	 * Adds the hook.
	 */
	public static function register() {
		add_filter( 'pre_comment_approved', array( self::class, 'approve' ), 20, 2 );
	}

	/**
	 * Refuses a comment, or holds it for moderation.
	 *
	 * @param int|string|\WP_Error $approved What WordPress has decided.
	 * @param array<string, mixed> $comment  The comment.
	 * @return int|string|\WP_Error
	 */
	public static function approve( $approved, $comment ) {
		$is_written = in_array( $comment['comment_type'] ?? '', self::TYPES, true );
		// Who is signed in may enter comments of others by the REST API.
		if ( is_wp_error( $approved ) || ! $is_written || ! empty( $comment['user_id'] ) || is_user_logged_in() ) {
			return $approved;
		}
		$email   = wp_unslash( $comment['comment_author_email'] ?? '' );
		$outcome = '' === $email && self::is_nonsense() ? Receipts::UNVERIFIED : Receipts::check( $email );
		$error   = Receipts::error_of( $outcome );
		if ( '' !== $error ) {
			return new \WP_Error( 'email_verify_element', esc_html( $error ), 400 );
		}
		$is_moderated = 1 === (int) $approved && 'moderate' === Settings::all()['unverified'];
		return $is_moderated && Receipts::UNVERIFIED === $outcome ? 0 : $approved;
	}

	/**
	 * Tells whether the form had a text for the address of which WordPress has left nothing: it is no address.
	 *
	 * @return bool
	 */
	private static function is_nonsense() {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- only whether there is a text.
		return isset( $_POST['email'] ) && '' !== trim( (string) wp_json_encode( $_POST['email'] ), ' "' );
	}
}
