<?php
/* What the database answers: `php tell.php QUESTIONS`, JSON of SQL by sort; prints rows by sort. */
$mysql = new mysqli(null, 'root', '', 'wordpress', 0, getenv('GUILD_SOCKET'));
$mysql->set_charset('utf8mb4');
$ask = fn($question) => $mysql->query($question)->fetch_all(MYSQLI_ASSOC);
echo json_encode(array_map($ask, json_decode($argv[1], true)));
