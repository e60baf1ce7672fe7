"""Words that name what can't be undone, in many languages and disguises."""

import pytest

from pathfinder.engine.irreversible import Words, has_words_for, languages

WORDS = Words()
NAMED = {
    "en": [
        "Buy",
        "Order now",
        "Submit order",
        "Make payment",
        "Place your order",
        "Cancel subscription",
        "Publish",
        "Delete",
        "Send money",
        "Unsubscribe",
    ],
    "de": [
        "Jetzt kaufen",
        "Zahlungspflichtig bestellen",
        "Bestellung abschließen",
        "Löschen",
        "Loeschen",
        "Kündigen",
        "Veröffentlichen",
        "Überweisen",
    ],
    "fr": [
        "Payer",
        "Passer la commande",
        "Supprimer",
        "Résilier",
        "Publier",
        "Se désabonner",
        "Effectuer le virement",
    ],
    "es": [
        "Pagar",
        "Realizar pedido",
        "Eliminar",
        "Publicar",
        "Cancelar suscripción",
        "Transferir",
    ],
    "it": ["Paga ora", "Conferma l'ordine", "Elimina", "Pubblica", "Disdici", "Invia denaro"],
    "nl": [
        "Betalen",
        "Bestelling plaatsen",
        "Verwijderen",
        "Publiceren",
        "Abonnement stoppen",
        "Geld overmaken",
    ],
    "sv": [
        "Betala",
        "Köp",
        "Slutför köp",
        "Radera",
        "Publicera",
        "Avsluta prenumeration",
        "Skicka pengar",
    ],
    "pl": [
        "Zapłać",
        "Kup teraz",
        "Złóż zamówienie",
        "Usuń",
        "Opublikuj",
        "Anuluj subskrypcję",
        "Wykonaj przelew",
    ],
    "pt": [
        "Pagar",
        "Finalizar compra",
        "Excluir",
        "Publicar",
        "Cancelar assinatura",
        "Enviar dinheiro",
    ],
    "ja": ["この商品を削除", "注文を確定する"],
    "zh": ["立即购买此商品"],
}
DISGUISED = {
    "soft hyphens": "De\u00adle\u00adte",
    "zero width": "D\u200bele\u200cte\u2060 all",
    "no-break space": "Pay\u00a0now",
    "wide letters": "Ｄｅｌｅｔｅ",
    "capitals": "PLACE ORDER",
    "many spaces": "Place \n  your\torder",
    "accents left out": "Loschen",
    "accents apart": "Lo\u0308schen",
    "an icon's name": "delete_forever",
    "a test id": "deleteItemButton",
    "an icon's class": "fa-solid fa-trash-can",
    "a sign": "🗑️",
}
HARMLESS = [
    *(
        "Add to basket",
        "Continue",
        "Log in",
        "Log out",
        "Search",
        "Next",
        "Order history",
        "Payment methods",
        "Buyers' guide",
        "Delivery",
        "Cancel",
        "Close",
    ),
    *(
        "Kop koffie",
        "Zahlen & Fakten",
        "Anmelden",
        "Rechercher",
        "Buscar",
        "Cerca",
        "Zoeken",
        "Sök",
        "Szukaj",
        "Pesquisar",
        "Lägg i varukorgen",
        "Ajouter au panier",
    ),
]
OPENED = [
    "/delete?id=3",
    "/items/3/delete",
    "/unsubscribe?u=1",
    "/item?action=delete",
    "/konto/loeschen",
    "/deleteAccount.php",
    "/%64elete/3",
    "/basket/remove/3",
    "/?a=delete&id=3",
    "/post.php?post=3&action=trash",
    "/posts?action[]=delete",
    "/index.php?r=user%2Fdelete&id=3",
]
READ = [
    "/logout",
    "/search?q=delete",
    "/search?q=cancel%2Fchange+an+order",
    "/login?next=/articles/3/publish",
    "/login?next=http://shop.test/basket/remove/3",
    "/js/delete.js",
    "/delivery",
    "/checkout/payment",
    "/account",
    "/img/trash.png",
    "/",
]


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, texts in NAMED.items() for text in texts]
)
def test_what_cannot_be_undone_is_known_by_its_words(language: str, text: str) -> None:
    assert language in languages()
    assert WORDS.found(text)


@pytest.mark.parametrize("disguise", DISGUISED)
def test_words_are_known_in_disguise(disguise: str) -> None:
    assert WORDS.found(DISGUISED[disguise])


@pytest.mark.parametrize("text", HARMLESS)
def test_what_can_be_undone_is_not_among_them(text: str) -> None:
    assert not WORDS.found(text)


def test_addresses_say_what_opening_them_does() -> None:
    assert [path for path in OPENED if not WORDS.found_in_address(f"http://shop.test{path}")] == []
    assert [path for path in READ if WORDS.found_in_address(f"http://shop.test{path}")] == []


def test_a_site_adds_its_own_words() -> None:
    assert not WORDS.found("Spend 20 coins")
    assert Words(("spend 20 coins",)).found("Spend 20 coins") == "spend 20 coins"
    assert Words(("redeem*",)).found("Redeeming points") == "redeem*"


def test_a_language_without_words_is_known() -> None:
    assert all(map(has_words_for, ("en-GB", "DE", "pt_BR", "no", "")))
    assert not has_words_for("el")
