# The first people, projects, issues, hours and notes: `ruby fill.rb APP MILL.yaml PASSWORD`.
require 'yaml'
app, file, $password = ARGV
require "#{app}/config/environment"
$mill = YAML.unsafe_load_file(file)
Redmine::DefaultData::Loader.load('en')

# The application's own words for kinds, states and work are the mill's.
def words
  kinds = [Role, Tracker, IssueStatus, TimeEntryActivity]
  $mill['words'].each do |old, new|
    kinds.each { |kind| kind.where(:name => old).each { |one| one.update!(:name => new) } }
  end
  $mill['activities'].each { |name| TimeEntryActivity.create!(:name => name) }
end

def settings
  told = {
    'app_title' => $mill['name'],
    'welcome_text' => '',
    'login_required' => '1',
    'self_registration' => '0',
    'default_language' => 'en',
    'date_format' => '%Y-%m-%d',
    'time_format' => '%H:%M',
    'gravatar_enabled' => '0',
    'sys_api_enabled' => '0',
    'default_projects_public' => '0',
    'default_users_time_zone' => 'UTC',
  }
  told.each { |name, value| Setting[name] = value }
end

# All accounts, by login; the one that Redmine makes for itself is shut.
def people
  User.where(:login => 'admin').update_all(:status => User::STATUS_LOCKED, :must_change_passwd => false)
  $mill['people'].to_h do |login, first, last, _|
    mail = "#{first}.#{last}".downcase + '@example.com'
    one = User.new(:firstname => first, :lastname => last, :mail => mail, :language => 'en')
    one.login = login
    one.password = one.password_confirmation = $password
    one.mail_notification = 'none'
    one.save!
    [login, one]
  end
end

def projects(people)
  parts = %w[issue_tracking time_tracking news wiki calendar gantt]
  $mill['projects'].to_h do |identifier, name, about|
    one = Project.create!(:name => name, :identifier => identifier, :description => about,
                          :is_public => false, :enabled_module_names => parts,
                          :tracker_ids => Tracker.ids)
    $mill['people'].each do |login, _, _, role|
      Member.create!(:project => one, :principal => people[login], :roles => [Role.find_by!(:name => role)])
    end
    [identifier, one]
  end
end

words
settings
people = people()
projects = projects(people)
$mill['milestones'].each do |project, name, day, about|
  Version.create!(:project => projects[project], :name => name, :effective_date => day, :description => about)
end

issues = $mill['issues'].to_h do |project, tracker, subject, state, priority, whose, from, to, milestone, who, text|
  one = Issue.new(:project => projects[project], :author => people[who], :subject => subject)
  one.tracker = Tracker.find_by!(:name => tracker)
  one.status = IssueStatus.find_by!(:name => state)
  one.priority = IssuePriority.find_by!(:name => priority)
  one.assigned_to = people[whose]
  one.fixed_version = milestone && Version.find_by!(:name => milestone)
  one.attributes = { :start_date => from, :due_date => to, :description => text }
  one.save!
  day = [from, Date.new(2026, 9, 1)].min
  one.update_columns(:created_on => day, :updated_on => day, :closed_on => one.closed? ? day + 14 : nil)
  [subject, one]
end
$mill['said'].each do |about, who, day, text|
  one = Journal.create!(:journalized => issues[about], :user => people[who], :notes => text)
  one.update_columns(:created_on => day)
  issues[about].update_columns(:updated_on => day)
end
$mill['hours'].each do |about, who, day, hours, activity, text|
  one = TimeEntry.new(:issue => issues[about], :project => issues[about].project, :spent_on => day,
                      :hours => hours, :comments => text)
  one.activity = TimeEntryActivity.find_by!(:name => activity)
  one.user = one.author = people[who]
  one.save!
end
$mill['notes'].each do |project, title, who, text|
  wiki = projects[project].reload.wiki
  page = WikiPage.new(:wiki => wiki, :title => title)
  page.content = WikiContent.new(:page => page, :text => text, :author => people[who])
  page.save_with_content(page.content)
end
$mill['news'].each do |project, title, who, day, text|
  one = News.create!(:project => projects[project], :title => title, :author => people[who], :description => text)
  one.update_columns(:created_on => day)
end
