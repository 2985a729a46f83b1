<?php
/**
 * The settings page.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Settings → Email Verify.
 */
final class Settings_Page {
	const SLUG = 'email-verify-element';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_init', array( self::class, 'add_fields' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), array( self::class, 'add_link' ) );
	}

	/**
	 * Adds the page to the menu.
	 */
	public static function add_page() {
		$title = __( 'Email Verify', 'email-verify-element' );
		add_options_page( $title, $title, 'manage_options', self::SLUG, array( self::class, 'render' ) );
	}

	/**
	 * Adds a link to the page to the list of plugins.
	 *
	 * @param string[] $links The links so far.
	 * @return string[]
	 */
	public static function add_link( $links ) {
		$url  = admin_url( 'options-general.php?page=' . self::SLUG );
		$link = '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings', 'email-verify-element' ) . '</a>';
		return array_merge( array( $link ), $links );
	}

	/**
	 * Declares the option and its fields.
	 */
	public static function add_fields() {
		register_setting(
			self::SLUG,
			Settings::OPTION,
			array(
				'type'              => 'array',
				'sanitize_callback' => array( Settings::class, 'sanitize' ),
			)
		);
		add_settings_section( 'main', '', '__return_null', self::SLUG );
		$fields = array(
			'endpoint'      => __( 'Edge address', 'email-verify-element' ),
			'forms'         => __( 'Forms', 'email-verify-element' ),
			'block'         => __( 'Block', 'email-verify-element' ),
			'warn'          => __( 'Warn about', 'email-verify-element' ),
			'allow_domains' => __( 'Always allow these domains', 'email-verify-element' ),
			'unverified'    => __( 'Without a valid receipt', 'email-verify-element' ),
			'language'      => __( 'Language', 'email-verify-element' ),
			'outcomes'      => __( 'Counts', 'email-verify-element' ),
		);
		foreach ( $fields as $name => $label ) {
			$args = 'forms' === $name || 'unverified' === $name ? array() : array( 'label_for' => self::id( $name ) );
			add_settings_field( $name, $label, array( self::class, "render_$name" ), self::SLUG, 'main', $args );
		}
	}

	/**
	 * Prints the page.
	 */
	public static function render() {
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1><form method="post" action="options.php">';
		settings_fields( self::SLUG );
		do_settings_sections( self::SLUG );
		submit_button();
		echo '</form></div>';
	}

	/**
	 * Prints the field of the edge's address.
	 */
	public static function render_endpoint() {
		// Not of the type url: browsers would refuse an address without a scheme, in words of their own.
		$typed = Settings::typed();
		$url   = Settings::endpoint();
		printf(
			'<input type="text" inputmode="url" spellcheck="false" autocapitalize="off" id="%s" name="%s[endpoint]" value="%s" placeholder="%s" class="regular-text code" aria-invalid="%s" aria-describedby="%s">',
			esc_attr( self::id( 'endpoint' ) ),
			esc_attr( Settings::OPTION ),
			esc_attr( '' === $typed ? $url : $typed ),
			esc_attr( Edge_Address::EXAMPLE ),
			esc_attr( '' === $typed ? 'false' : 'true' ),
			esc_attr( self::id( 'endpoint' ) . '_error' )
		);
		if ( '' !== $typed ) {
			$read  = Edge_Address::read( $typed );
			$error = '' === $read['error'] ? Edge_Address::error_of_service( $read['url'] ) : $read['error'];
			/* translators: %s: what is wrong, and what would be right. */
			$text = sprintf( __( 'This is not saved. %s', 'email-verify-element' ), $error );
			printf( '<p id="%s" class="notice notice-error inline">%s</p>', esc_attr( self::id( 'endpoint' ) . '_error' ), esc_html( $text ) );
			if ( '' !== $url ) {
				/* translators: %s: the edge's address. */
				self::description( sprintf( __( 'Until it is corrected, %s is used.', 'email-verify-element' ), $url ) );
			}
		}
		/* translators: %s: the site's origin, such as https://shop.example. */
		$text = __( 'The edge checks the addresses and signs the results. Its ALLOWED_ORIGINS must contain %s. While this is empty, the plugin does nothing.', 'email-verify-element' );
		self::description( sprintf( $text, implode( ', ', Receipts::origins() ) ) );
	}

	/**
	 * Prints a box for each form.
	 */
	public static function render_forms() {
		$off = (array) Settings::all()['off'];
		echo '<fieldset><legend class="screen-reader-text">' . esc_html__( 'Forms', 'email-verify-element' ) . '</legend>';
		foreach ( Forms::labels() as $name => $label ) {
			printf(
				'<label><input type="checkbox" name="%s[forms][]" value="%s" %s> %s</label><br>',
				esc_attr( Settings::OPTION ),
				esc_attr( $name ),
				checked( ! in_array( $name, $off, true ), true, false ),
				esc_html( $label )
			);
		}
		echo '</fieldset>';
	}

	/**
	 * Prints the list of what is blocked.
	 */
	public static function render_block() {
		self::input( 'block', 'invalid disposable' );
		self::description( __( 'Verdicts that stop a form, separated by spaces: a status (invalid, risky, unknown), a quality (caution, unsafe) or a code (disposable, role_account, catch_all, …).', 'email-verify-element' ) );
	}

	/**
	 * Prints the list of what is only warned about.
	 */
	public static function render_warn() {
		self::input( 'warn', 'risky' );
		self::description( __( 'Verdicts that show a warning and let the form pass.', 'email-verify-element' ) );
	}

	/**
	 * Prints the list of domains.
	 */
	public static function render_allow_domains() {
		self::input( 'allow_domains', 'example.com' );
	}

	/**
	 * Prints the choices for submissions without a receipt.
	 */
	public static function render_unverified() {
		$labels = array(
			'accept'   => __( 'Accept the form', 'email-verify-element' ),
			'moderate' => __( 'Accept the form; comments wait for moderation', 'email-verify-element' ),
			'block'    => __( 'Refuse the form, unless the edge is down', 'email-verify-element' ),
		);
		echo '<fieldset><legend class="screen-reader-text">' . esc_html__( 'Without a valid receipt', 'email-verify-element' ) . '</legend>';
		foreach ( Settings::UNVERIFIED as $choice ) {
			printf(
				'<label><input type="radio" name="%s[unverified]" value="%s" %s> %s</label><br>',
				esc_attr( Settings::OPTION ),
				esc_attr( $choice ),
				checked( Settings::all()['unverified'], $choice, false ),
				esc_html( $labels[ $choice ] )
			);
		}
		echo '</fieldset>';
		self::description( __( 'The page sends a signed receipt with the form. It is missing if JavaScript is off, if a program sent the form, or if the check was down.', 'email-verify-element' ) );
	}

	/**
	 * Prints the choice of a language.
	 */
	public static function render_language() {
		printf( '<select id="%s" name="%s[language]">', esc_attr( self::id( 'language' ) ), esc_attr( Settings::OPTION ) );
		foreach ( Settings::LANGUAGES as $code ) {
			$label = '' === $code ? __( 'The language of the page', 'email-verify-element' ) : $code;
			printf( '<option value="%s" %s>%s</option>', esc_attr( $code ), selected( Settings::all()['language'], $code, false ), esc_html( $label ) );
		}
		echo '</select>';
	}

	/**
	 * Prints the choice of counting.
	 */
	public static function render_outcomes() {
		$labels = array(
			'auto' => __( 'Count what becomes of forms', 'email-verify-element' ),
			'off'  => __( 'Count nothing', 'email-verify-element' ),
		);
		printf( '<select id="%s" name="%s[outcomes]">', esc_attr( self::id( 'outcomes' ) ), esc_attr( Settings::OPTION ) );
		foreach ( Settings::OUTCOMES as $choice ) {
			printf( '<option value="%s" %s>%s</option>', esc_attr( $choice ), selected( Settings::all()['outcomes'], $choice, false ), esc_html( $labels[ $choice ] ) );
		}
		echo '</select>';
		self::description( __( 'The page tells the edge how often addresses were typed, corrected, refused and sent: numbers without an address, a cookie or a visitor. Nothing is counted of visitors who send Global Privacy Control.', 'email-verify-element' ) );
	}

	/**
	 * Prints an input.
	 *
	 * @param string $name        The setting.
	 * @param string $placeholder An example.
	 */
	private static function input( $name, $placeholder ) {
		printf(
			'<input type="text" id="%s" name="%s[%s]" value="%s" placeholder="%s" class="regular-text code">',
			esc_attr( self::id( $name ) ),
			esc_attr( Settings::OPTION ),
			esc_attr( $name ),
			esc_attr( Settings::all()[ $name ] ),
			esc_attr( $placeholder )
		);
	}

	/**
	 * Prints the text under a field.
	 *
	 * @param string $text The text.
	 */
	private static function description( $text ) {
		echo '<p class="description">' . esc_html( $text ) . '</p>';
	}

	/**
	 * The id of a field.
	 *
	 * @param string $name The setting.
	 * @return string
	 */
	private static function id( $name ) {
		return Settings::OPTION . '_' . $name;
	}
}
