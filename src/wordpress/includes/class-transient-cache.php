<?php
/**
 * The cache of the edge's keys.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * A PSR-16 cache of one value in a transient. The receipt check bounds its size, its lifetime and how often the edge is asked.
 */
final class Transient_Cache {
	const NAME = 'email_verify_element_keys';

	/**
	 * Reads the value, unless it was stored under another key: the edge's address was changed.
	 *
	 * @param string $key Of the cache.
	 * @return mixed
	 */
	public function get( $key ) {
		$entry = get_transient( self::NAME );
		return is_array( $entry ) && ( $entry['key'] ?? null ) === $key ? $entry['value'] : null;
	}

	/**
	 * Stores the value in place of the one before.
	 *
	 * @param string $key   Of the cache.
	 * @param mixed  $value What to store.
	 * @param int    $ttl   Lifetime in seconds.
	 * @return bool
	 */
	public function set( $key, $value, $ttl ) {
		return set_transient( self::NAME, compact( 'key', 'value' ), $ttl );
	}
}
