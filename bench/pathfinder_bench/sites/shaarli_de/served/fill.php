<?php
/** The club's first bookmarks. `php fill.php DATASTORE BOOKMARKS`, the latter in JSON. */

require_once 'autoload.php';
require_once 'application/bookmark/LinkUtils.php';
require_once 'application/http/UrlUtils.php';
require_once 'application/Utils.php';

use malkusch\lock\mutex\NoMutex;
use Shaarli\Bookmark\Bookmark;
use Shaarli\Bookmark\BookmarkArray;

$bookmarks = new BookmarkArray();
foreach (json_decode(file_get_contents($argv[2]), true) as $number => $about) {
    $made = new DateTime('2026-03-01 08:00:00 UTC');
    $made->modify("+$number days");
    $hash = substr(rtrim(strtr(base64_encode(md5("$number")), '+/', '-_'), '='), 0, 6);
    $bookmark = (new Bookmark())->setId($number)->setShortUrl($hash)->setCreated($made);
    $bookmark->setUrl($about['url'] ?: "/shaare/$hash")->setTitle($about['title']);
    $bookmark->setDescription($about['text'])->setPrivate($about['private']);
    $bookmark->setTags($about['tags']);
    $bookmarks[] = $bookmark;
}
$bookmarks->reorder('DESC');
$words = base64_encode(gzdeflate(serialize($bookmarks)));
file_put_contents($argv[1], "<?php /* $words */ ?>");
