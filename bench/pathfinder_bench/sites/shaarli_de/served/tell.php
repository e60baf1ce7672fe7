<?php
/** Prints the bookmarks of a datastore as JSON. `php tell.php DATASTORE` */

require_once 'autoload.php';

$words = substr(file_get_contents($argv[1]), strlen('<?php /* '), -strlen(' */ ?>'));
$told = [];
foreach (unserialize(gzinflate(base64_decode($words))) as $each) {
    $told[] = [
        'url' => $each->getUrl(),
        'title' => $each->getTitle(),
        'text' => $each->getDescription(),
        'private' => $each->isPrivate(),
        'tags' => $each->getTags(),
    ];
}
echo json_encode($told);
