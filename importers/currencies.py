"""The currencies of prices, by their codes and signs."""

SIGNS = {
    "€": "EUR",
    "US$": "USD",
    "$": "USD",
    "£": "GBP",
    "Kč": "CZK",
    "zł": "PLN",
    "Ft": "HUF",
    "Euro": "EUR",
}
"""The codes of currencies by their signs, which are in any case in cells."""
CURRENCIES = ("EUR", "USD", "GBP", "CZK", "PLN", "HUF", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK")
