<?php
/**
 * The plugin's settings.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Reads and sanitises the settings, which are one option.
 */
final class Settings {
	const OPTION = 'email_verify_element';

	/** The default: no edge, so the plugin does nothing; every form; only undeliverable addresses are blocked. */
	const DEFAULTS = array(
		'endpoint'      => '',
		'off'           => array(),
		'block'         => 'invalid',
		'warn'          => 'risky',
		'allow_domains' => '',
		'unverified'    => 'accept',
		'language'      => '',
		'outcomes'      => 'auto',
	);

	/** What to do with a submission that has no valid receipt. */
	const UNVERIFIED = array( 'accept', 'moderate', 'block' );

	/** The counting of what becomes of forms: 'auto' counts, except for visitors who send Global Privacy Control. */
	const OUTCOMES = array( 'auto', 'off' );

	/** The languages of the messages beside the field; '' is the page's. */
	const LANGUAGES = array( '', 'ar', 'de', 'en', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk', 'zh' );

	/** The words of a policy: every status, quality and code that a verdict can have. */
	const POLICY_WORDS = array(
		'valid',
		'invalid',
		'risky',
		'unknown',
		'safe',
		'caution',
		'unsafe',
		'denied',
		'denied_risky',
		'allowed',
		'syntax_error',
		'smtputf8_required',
		'domain_not_found',
		'no_mail_server',
		'null_mx',
		'implicit_mx',
		'reserved_domain',
		'dns_timeout',
		'dns_error',
		'mailbox_not_found',
		'mailbox_full',
		'mailbox_disabled',
		'catch_all',
		'greylisted',
		'smtp_timeout',
		'smtp_unavailable',
		'smtp_blocked',
		'smtp_not_checked',
		'bounced',
		'bounced_before',
		'complained',
		'delivered',
		'disposable',
		'disposable_host',
		'possible_disposable',
		'relay',
		'role_account',
		'free_provider',
		'subaddress',
		'possible_typo',
		'upstream_timeout',
		'upstream_error',
		'out_of_credits',
		'rate_limited',
	);

	/**
	 * All settings, with the defaults of those that are not stored.
	 *
	 * @return array<string, mixed>
	 */
	public static function all() {
		$stored = get_option( self::OPTION );
		return ( is_array( $stored ) ? $stored : array() ) + self::DEFAULTS;
	}

	/**
	 * The edge's address with a slash at its end; '' while there is none.
	 *
	 * @return string
	 */
	public static function endpoint() {
		return self::all()['endpoint'];
	}

	/**
	 * The text that was entered for the edge's address and is wrong; '' if there is none.
	 *
	 * @return string
	 */
	public static function typed() {
		return self::all()['typed'] ?? '';
	}

	/**
	 * The policy, as the receipt check and the script take it.
	 *
	 * @return array{block: string[], warn: string[], allowDomains: string[]}
	 */
	public static function policy() {
		$settings = self::all();
		$policy   = array(
			'block'        => self::words( $settings['block'] ),
			'warn'         => self::words( $settings['warn'] ),
			'allowDomains' => self::words( $settings['allow_domains'] ),
		);
		/**
		 * Filters the policy, in the page and on the server.
		 *
		 * @param array{block: string[], warn: string[], allowDomains: string[]} $policy The policy of the settings page.
		 */
		$filtered = (array) apply_filters( 'email_verify_element_policy', $policy );
		// A filter may forget a list, or give its words as text.
		foreach ( array_intersect_key( $filtered, $policy ) as $name => $words ) {
			$policy[ $name ] = is_string( $words ) ? self::words( $words ) : array_values( array_filter( (array) $words, 'is_string' ) );
		}
		return $policy;
	}

	/**
	 * Sanitises the settings page's input. What is wrong is reported, and the stored value stays. WordPress calls this a second time with the
	 * result, when the option is stored for the first time.
	 *
	 * @param mixed $input The submitted form, with `forms` that are on, or settings, with those that are `off`.
	 * @return array<string, mixed>
	 */
	public static function sanitize( $input ) {
		$input           = is_array( $input ) ? $input : array();
		$settings        = Edge_Setting::sanitize( $input ) + array_diff_key( self::all(), array( 'typed' => '' ) );
		$forms           = array_keys( Forms::SELECTORS );
		$off             = isset( $input['off'] ) ? (array) $input['off'] : array_diff( $forms, (array) ( $input['forms'] ?? array() ) );
		$settings['off'] = array_values( array_intersect( $forms, $off ) );
		foreach ( array( 'block', 'warn' ) as $list ) {
			$words   = self::words( sanitize_text_field( (string) ( $input[ $list ] ?? '' ) ) );
			$unknown = array_diff( $words, self::POLICY_WORDS );
			if ( $unknown ) {
				/* translators: %s: words that the person has entered. */
				add_settings_error( self::OPTION, $list, sprintf( __( 'No verdict has these words: %s. They were left out.', 'email-verify-element' ), implode( ', ', $unknown ) ) );
			}
			$settings[ $list ] = implode( ' ', array_diff( $words, $unknown ) );
		}
		$domains = array();
		$wrong   = array();
		foreach ( self::words( sanitize_text_field( (string) ( $input['allow_domains'] ?? '' ) ) ) as $word ) {
			$domain = self::domain_of( $word );
			if ( null === $domain ) {
				$wrong[] = $word;
			}
			$domains[] = null === $domain ? $word : $domain;
		}
		if ( $wrong ) {
			/* translators: %s: words that the person has entered. */
			add_settings_error( self::OPTION, 'allow_domains', sprintf( __( 'These are no domains: %s. Enter each as in an address, such as example.com. The list was not changed.', 'email-verify-element' ), implode( ', ', $wrong ) ) );
		} else {
			$settings['allow_domains'] = implode( ' ', $domains );
		}
		$settings['unverified'] = self::one_of( self::UNVERIFIED, $input['unverified'] ?? '' );
		$settings['language']   = self::one_of( self::LANGUAGES, $input['language'] ?? '' );
		$settings['outcomes']   = self::one_of( self::OUTCOMES, $input['outcomes'] ?? '' );
		delete_transient( Transient_Cache::NAME );
		delete_transient( Edge::UP );
		return $settings;
	}

	/**
	 * Reads a domain as the edge writes it: in ASCII, without the @ of an address.
	 *
	 * @param string $word What the person has entered, in lower case.
	 * @return string|null Null if it is no domain.
	 */
	private static function domain_of( $word ) {
		$domain = Hosts::ascii( ltrim( $word, '@' ) );
		$label  = '[a-z\d]([a-z\d-]{0,61}[a-z\d])?';
		return preg_match( "/^$label(\\.$label)+\$/D", $domain ) ? $domain : null;
	}

	/**
	 * Splits a list at spaces and commas.
	 *
	 * @param string $text The list.
	 * @return string[]
	 */
	private static function words( $text ) {
		return preg_split( '/[\s,]+/', strtolower( $text ), -1, PREG_SPLIT_NO_EMPTY );
	}

	/**
	 * The word if it is one of these, else the first.
	 *
	 * @param string[] $words The words.
	 * @param mixed    $word  A submitted word.
	 * @return string
	 */
	private static function one_of( $words, $word ) {
		return in_array( $word, $words, true ) ? $word : $words[0];
	}
}
