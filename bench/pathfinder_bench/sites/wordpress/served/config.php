<?php
/* Where WordPress finds its database, and that it asks no other machine for anything. */
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('GUILD_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', 'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost'));
define('WP_SITEURL', WP_HOME);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISALLOW_FILE_MODS', true);
define('DISABLE_WP_CRON', true);
define('FS_METHOD', 'direct');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $what) {
    define("{$what}_KEY", 'no-secrets-on-loopback');
    define("{$what}_SALT", 'nor-here');
}
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
