# TS6: a picture of a category leads to its products.
scenario "TS6 search by category image"
goal "find a product by the picture of its category"
site "demo"

navigate to "/"
click "Only necessary" button
click element with css selector "main a[href='/category/furniture'] img"
wait until URL contains "/category/furniture"
assert "Furniture" heading is visible
assert text "6 products" is present
assert "Oak Coffee Table" link is visible
assert "Round Bar Stool" link is visible
assert text "Stoneware Mug" is absent

# Only what costs more than £100, the dearest first.
check "Over £100"
click "Apply filters" button
wait until URL contains "price=over-100"
assert text "Round Bar Stool" is absent
assert "Linen Two-Seater Sofa" link is visible
click "Oak Coffee Table" link
wait until URL contains "/product/oak-coffee-table"
assert "Oak Coffee Table" heading is visible
assert text "110 cm" is present
