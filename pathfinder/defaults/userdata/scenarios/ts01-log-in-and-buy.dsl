# TS1: a customer logs in, chooses a product and checks out.
# Prices are those of seed 0: 2 × £59.00, and standard delivery is free above £75.
scenario "TS1 log in, choose a product, check out"
goal "make a purchase"
site "demo"
use persona "alex"

include "parts/log-in.dsl"
click "Kitchen" link
wait until URL contains "/category/kitchen"
click "Cast Iron Pan" link
wait until URL contains "/product/cast-iron-pan"
assert text "£59.00" is present
select "28 cm" in "Size"
fill textbox with label "Quantity" as "2"
click "Add to basket" button
wait until text "2 × £59.00" is present
assert text "£118.00" is present
click "Checkout" link

# The address of the account is filled in already.
click "Continue to delivery" button
click element with text "Express delivery"
click "Continue to payment" button
wait until text "£125.95" is present
include "parts/pay-by-card.dsl"

# What will be ordered, where it goes, and what it costs.
assert text "Cast Iron Pan" is present
assert text "Size: 28 cm" is present
assert text "Quantity: 2" is present
assert text "12 Harbour Street" is present
assert text "£118.00" is present
assert text "£7.95" is present
assert text "£125.95" is present
check "I accept the terms and conditions"
click "Place order" button
wait until URL contains "/checkout/confirmation"
assert text "{{persona.account.email}}" is present
assert text "Cast Iron Pan" is present
assert text "£125.95" is present

# The order stands in the account, and the basket is empty again.
navigate to "/account/orders"
assert text "£125.95" is present
assert text "Placed" is present
navigate to "/basket"
assert text "Your basket" is present
assert text "Cast Iron Pan" is absent
