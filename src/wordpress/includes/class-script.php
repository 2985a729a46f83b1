<?php
/**
 * The script in the pages.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * Adds the script, which waits until an e-mail field is used, and its settings. All files come from the plugin's own folder.
 */
final class Script {
	const HANDLE = 'email-verify-element';

	/** The script for addresses that the server filled in. */
	const PREFILLED = 'email-verify-element-prefilled';

	/** The script for the fields of forms that are sent without a `submit` event. */
	const FIELDS = 'email-verify-element-fields';

	/** The script for forms that are sent by a click. */
	const BUTTONS = 'email-verify-element-buttons';

	/** The script for Gravity Forms. */
	const GRAVITY_FORMS = 'email-verify-element-gravity-forms';

	/** The script for Fluent Forms. */
	const FLUENT_FORMS = 'email-verify-element-fluent-forms';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'wp_enqueue_scripts', array( self::class, 'enqueue' ) );
		// wp-login.php does not fire wp_enqueue_scripts.
		add_action( 'login_form_register', array( self::class, 'on_registration' ) );
		add_filter( 'script_loader_tag', array( self::class, 'add_async' ), 10, 2 );
		add_action( 'woocommerce_blocks_enqueue_checkout_block_scripts_after', array( self::class, 'enqueue_buttons' ) );
		add_action( 'ninja_forms_enqueue_scripts', array( self::class, 'enqueue_buttons' ) );
		add_action( 'gform_enqueue_scripts', array( self::class, 'enqueue_gravity_forms' ) );
		add_action( 'fluentform/before_form_render', array( self::class, 'enqueue_fluent_forms' ) );
	}

	/**
	 * Adds the script to wp-login.php's registration page.
	 */
	public static function on_registration() {
		add_action( 'login_enqueue_scripts', array( self::class, 'enqueue' ) );
	}

	/**
	 * Adds the script with its settings. In the head, since a listener that a page adds earlier runs earlier.
	 */
	public static function enqueue() {
		// The hooks of several forms call this: the settings are added once.
		if ( wp_script_is( self::HANDLE, 'registered' ) ) {
			return;
		}
		wp_enqueue_script( self::HANDLE, self::assets() . 'email-verify.classic.js', array(), VERSION, false );
		$policy   = Settings::policy();
		$settings = array(
			'endpoint'     => Settings::endpoint(),
			'src'          => self::assets(),
			'match'        => Forms::selector(),
			'block'        => implode( ' ', $policy['block'] ),
			'warn'         => implode( ' ', $policy['warn'] ),
			'allowDomains' => implode( ' ', $policy['allowDomains'] ),
		);
		$language = Settings::all()['language'];
		if ( '' !== $language ) {
			$settings['lang'] = $language;
		}
		if ( 'off' === Settings::all()['outcomes'] ) {
			$settings['outcomes'] = 'off';
		}
		$json = wp_json_encode( $settings, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES );
		if ( 'block' === Settings::all()['unverified'] ) {
			wp_enqueue_script( self::PREFILLED, self::assets() . 'prefilled.js', array(), VERSION, true );
		}
		wp_add_inline_script( self::HANDLE, "window.emailVerify = Object.assign( $json, window.emailVerify );", 'before' );
	}

	/**
	 * Adds the script for forms that are sent by a click.
	 */
	public static function enqueue_buttons() {
		self::enqueue_fields();
		wp_enqueue_script( self::BUTTONS, self::assets() . 'buttons.js', array( self::FIELDS, 'wp-api-fetch' ), VERSION, true );
	}

	/**
	 * Adds the script for Gravity Forms.
	 */
	public static function enqueue_gravity_forms() {
		self::enqueue_fields();
		wp_enqueue_script( self::GRAVITY_FORMS, self::assets() . 'gravity-forms.js', array( self::FIELDS ), VERSION, true );
	}

	/**
	 * Adds the script for Fluent Forms.
	 */
	public static function enqueue_fluent_forms() {
		wp_enqueue_script( self::FLUENT_FORMS, self::assets() . 'fluent-forms.js', array(), VERSION, true );
	}

	/**
	 * Adds the script for the fields of forms that are sent without a `submit` event.
	 */
	private static function enqueue_fields() {
		self::enqueue();
		wp_enqueue_script( self::FIELDS, self::assets() . 'fields.js', array( self::HANDLE ), VERSION, true );
	}

	/**
	 * Loads the script without holding up the page.
	 *
	 * @param string $tag    The script's HTML.
	 * @param string $handle Its handle.
	 * @return string
	 */
	public static function add_async( $tag, $handle ) {
		return self::HANDLE === $handle ? str_replace( ' src=', ' async src=', $tag ) : $tag;
	}

	/**
	 * The URL of the folder of the scripts. Its name changes with the version, since the script imports files by their bare names.
	 *
	 * @return string
	 */
	private static function assets() {
		return plugins_url( 'assets/' . VERSION . '/', PLUGIN_FILE );
	}
}
