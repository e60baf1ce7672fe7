# TS2: someone without an account buys as a guest.
# Prices are those of seed 0: £32.00 and standard delivery for £3.95.
scenario "TS2 guest checkout"
goal "make a purchase"
site "demo"
use persona "newcomer"

navigate to "/"
click "Only necessary" button
click "Lighting" link
click "Storm Candle Lantern" link
wait until URL contains "/product/storm-candle-lantern"
click "Add to basket" button
wait until text "1 × £32.00" is present
click "Checkout" link
fill textbox with label "Email address" as "{{persona.account.email}}"
fill textbox with label "First name" as "{{persona.identity.first_name}}"
fill textbox with label "Last name" as "{{persona.identity.last_name}}"
fill textbox with label "Address" as "{{persona.address.line1}}"
fill textbox with label "Town or city" as "{{persona.address.city}}"
fill textbox with label "Postcode" as "{{persona.address.postcode}}"
select "{{persona.address.country}}" in "Country"
click "Continue to delivery" button
click element with text "Standard delivery"
click "Continue to payment" button
wait until text "£35.95" is present
include "parts/pay-by-card.dsl"

# Nothing that was typed is lost.
assert text "{{persona.account.email}}" is present
assert text "{{persona.identity.full_name}}" is present
assert text "{{persona.address.line1}}" is present
assert text "{{persona.address.city}}, {{persona.address.postcode}}" is present
assert text "£3.95" is present
assert text "£35.95" is present
check "I accept the terms and conditions"
click "Place order" button
wait until URL contains "/checkout/confirmation"
assert text "{{persona.account.email}}" is present
assert text "Storm Candle Lantern" is present
assert text "{{persona.address.line1}}" is present
assert text "£35.95" is present
