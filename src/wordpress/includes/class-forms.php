<?php
/**
 * The forms that the plugin knows.
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

/**
 * The forms: each has a selector of its e-mail fields, and a class in `forms/` with the hooks by which its plugin validates them.
 */
final class Forms {
	/** The selectors of the forms' e-mail fields. */
	const SELECTORS = array(
		'comments'       => '#commentform input[name="email"],.comment-form input[name="email"]',
		'registration'   => '#registerform input[name="user_email"],#setupform input[name="user_email"]',
		'woocommerce'    => '.woocommerce-checkout input[name="billing_email"],.woocommerce-address-fields input[name="billing_email"],'
			. '.woocommerce-form-register input[type="email"],.woocommerce-EditAccountForm input[type="email"],.wc-block-checkout input[type="email"]',
		'contact-form-7' => '.wpcf7-form input[type="email"]',
		'wpforms'        => '.wpforms-form input[type="email"]',
		'gravity-forms'  => '.gform_wrapper input[type="email"]',
		'elementor'      => '.elementor-form input[type="email"]',
		'ninja-forms'    => '.nf-form-cont input[type="email"]',
		'fluent-forms'   => '.frm-fluent-form input[type="email"]',
		'jetformbuilder' => '.jet-form-builder input[type="email"]',
		'other'          => '',
	);

	/** The fields of all other forms, up to those to leave out. A form for a known address, such as a sign-in, must take each that it has taken before. */
	const OTHER = 'input:is([type="email"],[inputmode="email"]):not([multiple],[autocomplete~="username"],'
		. ':is(form[id*="login" i],form[class*="login" i],form[name*="login" i],form[action*="login" i],form[class*="sign-in" i],form[class*="signin" i],'
		. 'form[class*="verify-email" i],form[id*="lost" i][id*="password" i],form[class*="lost" i][class*="password" i]) *';

	/**
	 * The names of the forms, for the settings page.
	 *
	 * @return array<string, string>
	 */
	public static function labels() {
		return array(
			'comments'       => __( 'Comments', 'email-verify-element' ),
			'registration'   => __( 'Registration', 'email-verify-element' ),
			'woocommerce'    => 'WooCommerce',
			'contact-form-7' => 'Contact Form 7',
			'wpforms'        => 'WPForms',
			'gravity-forms'  => 'Gravity Forms',
			'elementor'      => 'Elementor',
			'ninja-forms'    => 'Ninja Forms',
			'fluent-forms'   => 'Fluent Forms',
			'jetformbuilder' => 'JetFormBuilder',
			'other'          => __( 'All other forms', 'email-verify-element' ),
		);
	}

	/**
	 * Adds the hooks of the forms that are on. A hook of a plugin that is not there never fires.
	 */
	public static function register() {
		foreach ( array_keys( self::on() ) as $form ) {
			require_once __DIR__ . "/forms/class-$form.php";
			$class = __NAMESPACE__ . '\\Forms\\' . str_replace( '-', '_', ucwords( $form, '-' ) );
			$class::register();
		}
	}

	/**
	 * The selector of the e-mail fields that the script handles.
	 *
	 * @return string
	 */
	public static function selector() {
		$on = self::on();
		if ( isset( $on['other'] ) ) {
			$on['other'] = self::OTHER . ',' . implode( ',', array_filter( self::SELECTORS ) ) . ')';
		}
		return implode( ',', $on );
	}

	/**
	 * The selectors of the forms that are on.
	 *
	 * @return array<string, string>
	 */
	private static function on() {
		return array_diff_key( self::SELECTORS, array_flip( array_filter( (array) Settings::all()['off'], 'is_string' ) ) );
	}
}
