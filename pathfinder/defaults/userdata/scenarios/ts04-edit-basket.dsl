# TS4: two products in the basket; one quantity is changed, the other product is removed.
# Prices are those of seed 0: £26.00 and £42.00.
scenario "TS4 edit the basket"
goal "change what is in the basket"
site "demo"

navigate to "/product/snake-plant"
click "Only necessary" button
click "Add to basket" button
wait until text "1 × £26.00" is present
navigate to "/product/oak-chopping-board"
click "Increase quantity" button
click "Add to basket" button
wait until text "2 × £42.00" is present
assert text "£110.00" is present
click "View basket" link
wait until URL contains "/basket"
assert text "Snake Plant" is present
assert text "Oak Chopping Board" is present
assert text "(3 items)" is present
assert text "£110.00" is present

# Three plants instead of one: 3 × £26.00 and 2 × £42.00.
fill textbox with label "Quantity of Snake Plant" as "3"
click "Update" button
wait until text "£162.00" is present
assert text "£78.00" is present
assert text "(5 items)" is present

# Without the boards only the plants are left.
click "Remove Oak Chopping Board" button
wait until text "(3 items)" is present
assert text "£78.00" is present
assert text "£84.00" is absent
assert text "£42.00 each" is absent

# What the basket says holds on the way to the checkout, too.
click "Go to checkout" link
wait until URL contains "/checkout"
assert text "Snake Plant" is present
assert text "Quantity: 3" is present
assert text "Oak Chopping Board" is absent
assert text "£78.00" is present

# An empty basket can't be checked out.
navigate to "/basket"
click "Remove Snake Plant" button
wait until text "£26.00 each" is absent
assert text "(3 items)" is absent
assert "Start shopping" link is visible
