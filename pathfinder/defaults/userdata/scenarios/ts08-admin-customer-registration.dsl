# TS8: staff register a customer, who can log in at once.
scenario "TS8 customer registration"
goal "register a customer"
site "demo"
use persona "admin"

include "parts/admin-log-in.dsl"
click "Customers" link
click "New customer" link
fill textbox with label "First name" as "Ines"
fill textbox with label "Last name" as "Carvalho"
fill textbox with label "Email address" as "ines.carvalho@example.com"
fill textbox with label "Phone number" as "0161 496 0321"
fill textbox with label "Password" as "{{persona.account.password}}"
click "Create customer" button
wait until URL matches "/admin/customers$"
assert "Ines Carvalho" link is visible
assert text "ines.carvalho@example.com" is present
assert text "0161 496 0321" is present

# The search finds her, and nobody else.
fill textbox with label "Search customers" as "carvalho"
click "Search" button
wait until URL contains "q=carvalho"
assert "Ines Carvalho" link is visible
assert text "alex.morgan@example.com" is absent

# She can log in to the shop.
navigate to "/account/login"
click "Only necessary" button
fill textbox with label "Email address" as "ines.carvalho@example.com"
fill textbox with label "Password" as "{{persona.account.password}}"
click "Log in" button
wait until text "ines.carvalho@example.com" is present
assert text "Ines" is present
