<?php
/* The society's first people and pages: `php fill.php SOCIETY.json`. */
use MediaWiki\MediaWikiServices;
use Wikimedia\Timestamp\ConvertibleTimestamp;

require_once getenv('MW_INSTALL_PATH') . '/maintenance/Maintenance.php';

class Fill extends Maintenance {
    public function __construct() {
        parent::__construct();
        $this->addArg('society', 'What is filled in');
    }

    public function execute() {
        $society = json_decode(file_get_contents($this->getArg(0)), true);
        $this->backdate("{$society['begun']}00");
        foreach ($society['people'] as [$name, $mail, $groups]) {
            $this->person($name, $mail, $groups);
        }
        $written = [];
        foreach ($society['pages'] as $title => $versions) {
            foreach ($versions as [$who, $when, $text]) {
                $written[] = [$when, $title, $who, $text];
            }
        }
        sort($written);
        foreach ($written as [$when, $title, $who, $text]) {
            ConvertibleTimestamp::setFakeTime(preg_replace('/\D/', '', $when) . '00');
            $this->write($title, User::newFromName($who), $text);
        }
        ConvertibleTimestamp::setFakeTime(null);
    }

    /* All that the installer made, to the society's first day. */
    private function backdate($when) {
        ConvertibleTimestamp::setFakeTime($when);
        $database = $this->getDB(DB_PRIMARY);
        $database->update('revision', ['rev_timestamp' => $when], '*', __METHOD__);
        $database->update('logging', ['log_timestamp' => $when], '*', __METHOD__);
        $database->update('user', ['user_registration' => $when], '*', __METHOD__);
        $database->delete('recentchanges', '*', __METHOD__);
    }

    private function person($name, $mail, $groups) {
        $user = User::newFromName($name);
        if (!$user->isRegistered()) {
            $user = User::createNew($name);
        }
        $user->setEmail($mail);
        $user->saveSettings();
        foreach ($groups as $group) {
            MediaWikiServices::getInstance()->getUserGroupManager()->addUserToGroup($user, $group);
        }
    }

    /* Who writes a page watches it from then on, as everybody does. */
    private function write($title, $user, $text) {
        $title = Title::newFromText($title);
        $services = MediaWikiServices::getInstance();
        $page = $services->getWikiPageFactory()->newFromTitle($title);
        $page->doUserEditContent(ContentHandler::makeContent($text, $title), $user, '');
        $services->getWatchlistManager()->addWatchIgnoringRights($user, $title);
        DeferredUpdates::doUpdates();
    }
}

$maintClass = Fill::class;
require_once RUN_MAINTENANCE_IF_MAIN;
