# TS9: staff change a product, then delete it; the shop follows at once.
scenario "TS9 product update and delete"
goal "update and delete a product"
site "demo"
use persona "admin"

include "parts/admin-log-in.dsl"
click "Products" link
fill textbox with label "Search products" as "Ash Hand Trowel"
click "Search" button
wait until URL contains "q=Ash"
click "Edit Ash Hand Trowel" link
fill textbox with label "Price in £" as "21.75"
fill textbox with label "In stock" as "4"
fill textbox with label "Summary" as "Sharpened by hand."
click "Save product" button
wait until URL matches "/admin/products$"
fill textbox with label "Search products" as "Ash Hand Trowel"
click "Search" button
wait until URL contains "q=Ash"
assert text "£21.75" is present
navigate to "/product/ash-hand-trowel"
assert text "£21.75" is present
assert text "Only 4 left" is present
assert text "Sharpened by hand." is present

# Cancelling deletes nothing.
navigate to "/admin/products?q=Ash"
click "Delete Ash Hand Trowel" link
click "Cancel" link
navigate to "/admin/products?q=Ash"
assert text "£21.75" is present

# Saying yes does.
click "Delete Ash Hand Trowel" link
click "Yes, delete" button
wait until URL matches "/admin/products$"
fill textbox with label "Search products" as "Ash Hand Trowel"
click "Search" button
wait until URL contains "q=Ash"
assert text "Ash Hand Trowel" is absent
assert text "£21.75" is absent
navigate to "/search?q=trowel"
assert text "0 products" is present
