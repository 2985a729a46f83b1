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
		$is_ping = ! in_array( $comment['comment_type'] ?? '', array( '', 'comment' ), true );
		if ( is_wp_error( $approved ) || $is_ping || ! empty( $comment['user_id'] ) ) {
			return $approved;
		}
		$email = wp_unslash( $comment['comment_author_email'] ?? '' );
		$error = Receipts::error( $email );
		if ( '' !== $error ) {
			return new \WP_Error( 'email_verify_element', esc_html( $error ), 400 );
		}
		$is_moderated = 1 === (int) $approved && 'moderate' === Settings::all()['unverified'];
		return $is_moderated && Receipts::UNVERIFIED === Receipts::check( $email ) ? 0 : $approved;
	}
}
