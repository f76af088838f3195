// The documents of the server, as far as the deck editor reads them.

/**
 * @typedef {object} Entry a line of the deck
 * @property {string} name
 * @property {string} zone
 * @property {string | null} card its full name, null where it is unknown or ambiguous
 */

/**
 * @typedef {object} Report
 * @property {string} verdict
 * @property {string} format
 */

/**
 * @typedef {object} PageDeck a deck as `deckcheck.page-deck/1` has it
 * @property {string} [html] the elements of the page that are not shown as they are now
 * @property {string[]} [shown] marks of all of them
 * @property {string} game
 * @property {string} name
 * @property {string} text
 * @property {string[]} zones
 * @property {Report} report
 * @property {Entry[]} entries
 * @property {{line: number, text: string, reason: string}[]} unread
 * @property {string} notes
 */

/**
 * @typedef {object} ReadFile a deck as `deckcheck.page-file/1` has it
 * @property {string} text
 * @property {string} game
 * @property {string} name
 * @property {string} read_as
 * @property {string[]} losses
 */

/**
 * @typedef {object} Change copies of a card that come or go
 * @property {string} name
 * @property {number} copies
 * @property {string | null} zone
 * @property {string[]} why
 */

/** @typedef {{value: number | null, standard_error: number | null}} Measured odds, or a figure that was played for */

/**
 * @typedef {object} Tuned a tune as `deckcheck.tune/1` has it
 * @property {number | null} changes
 * @property {number | null} nearest the changes of the nearest legal deck
 * @property {{name: string, zone: string, change: number, alone: number | null, last: number | null, others: number}[]} gains
 * @property {Measured} before
 * @property {Measured} after
 * @property {boolean} [share] whether a figure is a share of games, else a mean
 * @property {any[]} out
 * @property {any[]} in
 * @property {{optimal: boolean, open: string | null}} proof
 * @property {{value: number, in: any[]} | null} wish the best of all cards, where only owned ones were asked for
 * @property {string} [wished] the words for that
 * @property {Record<string, string>} names of cards in the language of the page
 */

/**
 * @typedef {object} FoundCard a card that the search box found
 * @property {string} name
 * @property {string} called its name in the language of the page
 * @property {string} hue the colour of its side
 * @property {string[]} numbers what its face shows
 * @property {number} free
 * @property {string | null} side
 * @property {string | null} type
 * @property {string | number | null} cost
 * @property {number} owned
 */

/**
 * @typedef {object} SetupByHand a setup as `deckcheck.setup-by-hand/1` has it
 * @property {string} player the seat of who plays
 * @property {string} rules
 * @property {Record<string, string>} decks
 * @property {Record<string, string>} policies
 * @property {(number | number[])[]} choices
 * @property {{choices: string[], places: string[], question: string | null, most: number | null, none: string | null} | null} offer
 * @property {{player: string, text: string}[]} events
 * @property {Record<string, string[]>} boards
 * @property {Record<string, {places: {place: string, cards: string[][]}[], hand: string[] | null}>} laid
 * @property {string[]} notes
 * @property {Record<string, string>} names of cards in the language of the page
 * @property {Record<string, string>} words players and policies in it
 */

export {};
