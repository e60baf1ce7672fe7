# The persona's card, from the payment page to the review.
fill textbox with label "Name on card" as "{{persona.payment.name_on_card}}"
fill textbox with label "Card number" as "{{persona.payment.card_number}}"
fill textbox with label "Expiry date (MM/YY)" as "{{persona.payment.expiry}}"
fill textbox with label "Security code (CVC)" as "{{persona.payment.cvc}}"
click "Continue to review" button
wait until URL contains "/checkout/review"
assert text "Visa ending in 4242" is present
