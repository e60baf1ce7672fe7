# TS12: staff search for an order and delete it. The orders are those of seed 0.
scenario "TS12 order search and delete"
goal "find and delete an order"
site "demo"
use persona "admin"

include "parts/admin-log-in.dsl"
click "Orders" link
fill textbox with label "Search orders" as "tom.hughes"
click "Search" button
wait until URL contains "q=tom.hughes"
assert "10239" link is visible
assert "10240" link is visible
assert text "tom.hughes@example.com" is present
assert text "alex.morgan@example.com" is absent

# The order shows what the list says.
click "10240" link
wait until URL contains "/admin/orders/10240"
assert "Order 10240" heading is visible
assert text "tom.hughes@example.com" is present
assert text "£37.95" is present
select "Sent" in "Status"
click "Save status" button
wait until text "10240" is present
navigate to "/admin/orders?q=10240"
assert text "Sent" is present
click "Delete order 10240" link
click "Yes, delete" button
wait until URL matches "/admin/orders$"

# It is gone, and nothing else is.
fill textbox with label "Search orders" as "tom.hughes"
click "Search" button
wait until URL contains "q=tom.hughes"
assert "10239" link is visible
assert text "10240" is absent
assert text "£37.95" is absent
