# TS11: a customer changes the profile, and the changes last.
scenario "TS11 profile update"
goal "update the profile"
site "demo"
use persona "alex"

include "parts/log-in.dsl"
click "Edit profile" link
fill textbox with label "First name" as "Alexander"
fill textbox with label "Last name" as "Morgan-Lee"
fill textbox with label "Phone number" as "0161 496 0999"
check "Send me the newsletter once a month"
click "Save profile" button
wait until URL contains "/account/profile"

# After another look nothing is lost.
navigate to "/account"
assert text "Hello, Alexander" is present
assert text "Alexander Morgan-Lee" is present
assert text "{{persona.account.email}}" is present
navigate to "/account/profile"
assert field "First name" is "Alexander"
assert field "Last name" is "Morgan-Lee"
assert field "Phone number" is "0161 496 0999"
assert field "Email address" is "{{persona.account.email}}"

# An email address that is none is refused, and the old one stays.
fill textbox with label "Email address" as "alexander"
click "Save profile" button
wait until text "name@example.com" is present
navigate to "/account/profile"
assert field "Email address" is "{{persona.account.email}}"
