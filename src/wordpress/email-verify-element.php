<?php
/**
 * Plugin Name:       Email Verify Element
 * Description:       Fixes typos in e-mail addresses, checks them while people type, and verifies the result on the server: comments, registration, WooCommerce and form plugins.
 * Version:           %VERSION%
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/licenses/MIT
 * Text Domain:       email-verify-element
 * Domain Path:       /languages
 *
 * @package EmailVerifyElement
 */

namespace EmailVerifyElement;

defined( 'ABSPATH' ) || exit;

const VERSION     = '%VERSION%';
const PLUGIN_FILE = __FILE__;

require __DIR__ . '/lib/ReceiptVerifier.php';
require __DIR__ . '/includes/class-hosts.php';
require __DIR__ . '/includes/class-settings.php';
require __DIR__ . '/includes/class-edge-address.php';
require __DIR__ . '/includes/class-edge-setting.php';
require __DIR__ . '/includes/class-transient-cache.php';
require __DIR__ . '/includes/class-edge.php';
require __DIR__ . '/includes/class-receipts.php';
require __DIR__ . '/includes/class-express-payments.php';
require __DIR__ . '/includes/class-order-notes.php';
require __DIR__ . '/includes/class-forms.php';
require __DIR__ . '/includes/class-script.php';
require __DIR__ . '/includes/class-settings-page.php';
require __DIR__ . '/includes/class-site-health.php';
require __DIR__ . '/includes/class-privacy.php';

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'email-verify-element', false, dirname( plugin_basename( PLUGIN_FILE ) ) . '/languages' );
	}
);

Settings_Page::register();
Site_Health::register();
Privacy::register();
if ( '' !== Settings::endpoint() ) {
	Forms::register();
	Script::register();
}
