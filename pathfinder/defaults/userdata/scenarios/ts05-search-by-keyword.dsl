# TS5: search by keyword; with any seed the same five products match.
scenario "TS5 search by keyword"
goal "find a product by keyword"
site "demo"

navigate to "/"
click "Only necessary" button
fill textbox with label "Search products" as "lantern"
click "Search" button
wait until URL contains "/search?q=lantern"
assert text "lantern" is present
assert "Paper Globe Lantern" link is visible
assert "Storm Candle Lantern" link is visible
assert text "2 products" is present
assert text "Oak Coffee Table" is absent

# Words in capitals, in the plural, and the key instead of the button.
fill textbox with label "Search products" as "CANDLE lanterns"
press "Enter" in "Search products"
wait until text "1 product" is present
assert "Storm Candle Lantern" link is visible
assert text "Paper Globe Lantern" is absent

# The product that was found is the one that opens.
click "Storm Candle Lantern" link
wait until URL contains "/product/storm-candle-lantern"
assert "Storm Candle Lantern" heading is visible
assert text "Keeps a candle burning through a windy evening." is present

# What the shop doesn't have it doesn't find.
fill textbox with label "Search products" as "submarine"
press "Enter" in "Search products"
wait until URL contains "/search?q=submarine"
assert text "0 products" is present
assert text "Storm Candle Lantern" is absent
