# TS3: a declined card is refused, another one pays.
# Prices are those of seed 0: £49.00 and express delivery for £7.95.
scenario "TS3 payment"
goal "pay by card"
site "demo"
use persona "alex"

include "parts/log-in.dsl"
navigate to "/product/pour-over-coffee-set"
click "Add to basket" button
wait until text "1 × £49.00" is present
click "Checkout" link
click "Continue to delivery" button
click element with text "Express delivery"
click "Continue to payment" button
wait until text "£56.95" is present

# The bank refuses this well-known test number.
fill textbox with label "Name on card" as "{{persona.payment.name_on_card}}"
fill textbox with label "Card number" as "4000 0000 0000 0002"
fill textbox with label "Expiry date (MM/YY)" as "{{persona.payment.expiry}}"
fill textbox with label "Security code (CVC)" as "{{persona.payment.cvc}}"
click "Continue to review" button
wait until text "declined" is present
assert URL contains "/checkout/payment"
assert text "£56.95" is present

# An expired card doesn't get that far.
fill textbox with label "Card number" as "{{persona.payment.card_number}}"
fill textbox with label "Expiry date (MM/YY)" as "01/20"
fill textbox with label "Security code (CVC)" as "{{persona.payment.cvc}}"
click "Continue to review" button
wait until text "expired" is present
assert text "declined" is absent

# The right card pays.
include "parts/pay-by-card.dsl"
assert text "£7.95" is present
assert text "£56.95" is present
check "I accept the terms and conditions"
click "Place order" button
wait until URL contains "/checkout/confirmation"
assert text "Pour-Over Coffee Set" is present
assert text "Visa ending in 4242" is present
assert text "£56.95" is present
