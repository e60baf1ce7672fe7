# TS7: staff put a new product on the shelves, and customers can buy it.
scenario "TS7 product registration"
goal "register a product"
site "demo"
use persona "admin"

include "parts/admin-log-in.dsl"
click "Products" link
click "New product" link
fill textbox with label "Product name" as "Willow Log Basket"
select "Furniture" in "Category"
fill textbox with label "In stock" as "17"
fill textbox with label "Price in £" as "43.50"
fill textbox with label "Summary" as "Woven from Somerset willow."
click "Create product" button
wait until URL matches "/admin/products$"

# It is in the list, as it was typed.
fill textbox with label "Search products" as "Willow Log Basket"
click "Search" button
wait until URL contains "q=Willow"
assert "Willow Log Basket" link is visible
assert text "Furniture" is present
assert text "£43.50" is present
assert text "17" is present

# The same name can't be used twice.
click "New product" link
fill textbox with label "Product name" as "Willow Log Basket"
select "Furniture" in "Category"
fill textbox with label "Price in £" as "1"
fill textbox with label "Summary" as "Again."
click "Create product" button
wait until text "There is already a product with this name" is present

# And it is in the shop.
navigate to "/product/willow-log-basket"
assert "Willow Log Basket" heading is visible
assert text "£43.50" is present
assert text "Woven from Somerset willow." is present
click "Add to basket" button
wait until text "1 × £43.50" is present
