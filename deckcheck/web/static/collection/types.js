// What the server sends about holdings.

/**
 * @typedef {[number, number | null, string, string, string, string]} Key
 * @typedef {{
 *   card: string, printing: string | null, set: string | null, number: string | null,
 *   condition: string | null, language: string | null, finish: string | null,
 *   location: string | null, quantity: number, dice: number, for_trade: number,
 *   notes: string | null, acquired_on: string | null, price: string | null,
 *   currency: string | null, owned: number, free: number,
 * }} Holding
 * @typedef {{ key: Key, holding: Holding, decks: [number, string][] }} Row
 * @typedef {{
 *   total: number, copies: number, dice: number, page: number, state: number,
 *   holdings: Holding[], keys: Key[], decks: [number, string][][],
 * }} Found
 */
export {};
