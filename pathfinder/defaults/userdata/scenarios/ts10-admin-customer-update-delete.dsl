# TS10: staff change a customer's data, then delete the customer.
scenario "TS10 customer update and delete"
goal "update and delete a customer"
site "demo"
use persona "admin"

include "parts/admin-log-in.dsl"
click "Customers" link
click "Edit Marta Kowalska" link
fill textbox with label "Last name" as "Nowak"
fill textbox with label "Email address" as "marta.nowak@example.com"
fill textbox with label "Phone number" as "0141 496 0777"
click "Save customer" button
wait until URL matches "/admin/customers$"
assert "Marta Nowak" link is visible
assert text "marta.nowak@example.com" is present
assert text "0141 496 0777" is present
assert text "marta.kowalska@example.com" is absent

# An address that somebody else has is refused.
click "Edit Marta Nowak" link
fill textbox with label "Email address" as "tom.hughes@example.com"
click "Save customer" button
wait until text "There is already an account with this email address" is present

# Deleted, and the others are still there.
navigate to "/admin/customers"
click "Delete Marta Nowak" link
click "Yes, delete" button
wait until URL matches "/admin/customers$"
assert text "marta.kowalska@example.com" is absent
assert text "marta.nowak@example.com" is absent
assert text "tom.hughes@example.com" is present
assert text "priya.shah@example.com" is present
