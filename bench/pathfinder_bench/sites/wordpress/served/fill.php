<?php
/* The guild's first people, pages, articles and comments: `php fill.php APP GUILD.json PASSWORD`. */
[, $app, $file, $password] = $argv;
$guild = json_decode(file_get_contents($file), true);
$mysql = new mysqli(null, 'root', '', '', 0, getenv('GUILD_SOCKET'));
$mysql->query('create database wordpress character set utf8mb4');

define('WP_INSTALLING', true);
require "$app/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/user.php';

/* No greetings, sample pages and first comments. */
function wp_install_defaults($user_id) {}

$numbers = people($guild['people'], $guild['name'], $password);
settings($guild);
$numbers += terms($guild['categories']);
foreach ($guild['pages'] as [$author, $when, $title, $paragraphs]) {
    add('page', 'publish', $numbers[$author], $when, $title, $paragraphs, []);
}
foreach ($guild['articles'] as [$author, $when, $category, $state, $title, $paragraphs]) {
    $at = [$numbers[$category]];
    $numbers[$title] = add('post', $state, $numbers[$author], $when, $title, $paragraphs, $at);
}
foreach ($guild['comments'] as [$article, $who, $when, $state, $text]) {
    $mail = strtolower(str_replace(' ', '.', $who)) . '@example.org';
    wp_insert_comment([
        'comment_post_ID' => $numbers[$article],
        'comment_author' => $who,
        'comment_author_email' => $mail,
        'comment_date' => "$when:00",
        'comment_date_gmt' => "$when:00",
        'comment_approved' => $state,
        'comment_content' => $text,
    ]);
}

/* All accounts, by login; the first is the one that the site was set up with. */
function people($people, $name, $password) {
    $numbers = [];
    foreach ($people as [$login, $first, $last, $role]) {
        $mail = strtolower("$first.$last") . '@example.com';
        if (!$numbers) {
            wp_install($name, $login, $mail, true, '', $password);
        }
        $numbers[$login] = wp_insert_user(array_filter([
            'ID' => username_exists($login),
            'user_login' => $login,
            'user_email' => $mail,
            'user_pass' => username_exists($login) ? null : $password,
            'first_name' => $first,
            'last_name' => $last,
            'display_name' => "$first $last",
            'role' => $role,
        ]));
    }
    $hidden = ['dashboard_primary', 'dashboard_site_health'];
    update_user_meta($numbers['winifred'], 'show_welcome_panel', 0);
    update_user_meta($numbers['winifred'], 'metaboxhidden_dashboard', $hidden);
    return $numbers;
}

function settings($guild) {
    update_option('blogdescription', $guild['about']);
    update_option('date_format', 'j F Y');
    update_option('time_format', 'H:i');
    update_option('show_avatars', 0);
    update_option('admin_email_lifespan', strtotime('2040-01-01'));
}

/* The categories, by name; the first is the one of what has no other. */
function terms($names) {
    $numbers = [];
    foreach ($names as $name) {
        $numbers[$name] = wp_insert_term($name, 'category')['term_id'];
    }
    update_option('default_category', reset($numbers));
    return $numbers;
}

function add($type, $state, $author, $when, $title, $paragraphs, $categories) {
    $block = fn($text) => "<!-- wp:paragraph -->\n<p>$text</p>\n<!-- /wp:paragraph -->";
    return wp_insert_post(wp_slash([
        'post_type' => $type,
        'post_status' => $state,
        'post_author' => $author,
        'post_date' => "$when:00",
        'post_title' => $title,
        'post_content' => implode("\n\n", array_map($block, $paragraphs)),
        'post_category' => $categories,
    ]));
}
