<?php
/* What MediaWiki is told beside what its installer writes; it asks no other machine for anything. */
$wgServer = 'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost');
$wgArticlePath = '/index.php/$1';
$wgUsePathInfo = true;
$wgSecretKey = 'no-secrets-on-loopback';
$wgUpgradeKey = 'nor-here';
$wgGroupPermissions['*']['edit'] = false;
$wgGroupPermissions['*']['createaccount'] = false;
$wgEnableEmail = false;
$wgPingback = false;
$wgDiff3 = '';
$wgRCMaxAge = 7300 * 86400;
$wgDefaultUserOptions['rcdays'] = $wgDefaultUserOptions['watchlistdays'] = 7300;
$wgFooterIcons = [];
foreach (['CategoryTree', 'Cite', 'Nuke', 'ParserFunctions', 'Renameuser', 'WikiEditor'] as $name) {
    wfLoadExtension($name);
}
