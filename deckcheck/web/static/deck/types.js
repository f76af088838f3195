// The documents of the server, as far as the deck editor reads them.

/**
 * @typedef {object} Entry a line of the deck
 * @property {number} line
 * @property {number} quantity
 * @property {string} name
 * @property {string} zone
 * @property {string | null} card its full name, null where it is unknown or ambiguous
 * @property {string | null} side
 * @property {string | null} type
 * @property {string | number | null} cost
 * @property {string | null} hue the colour of its side
 * @property {[string, string][]} numbers what its face shows, each with its label
 * @property {string[]} candidates
 * @property {string[]} suggestions
 * @property {number | null} owned
 * @property {number | null} free
 * @property {number | null} missing
 */

/**
 * @typedef {object} Issue
 * @property {string} code
 * @property {string} severity
 * @property {string} message
 * @property {string | null} [advice]
 * @property {string | null} [cite]
 * @property {{name: string}[]} cards
 * @property {number | null} [have]
 * @property {number | null} [limit]
 * @property {string} [unit] the type that it is about
 * @property {string[]} [units]
 */

/**
 * @typedef {object} Report
 * @property {string} verdict
 * @property {string} format
 * @property {{cards: number}} counts
 * @property {Issue[]} issues
 * @property {string[]} notes
 * @property {string[]} not_checked
 */

/**
 * @typedef {object} Requirement as `deckcheck.requirements/1` has it
 * @property {string} code
 * @property {string | null} unit the type that it is about
 * @property {string[]} [units] the types of a ratio
 * @property {string} sentence
 * @property {number | null} have
 * @property {number | null} have_most
 * @property {number | null} least
 * @property {number | null} most
 * @property {string} state
 * @property {string} cite
 * @property {string} [card] what the number is about
 * @property {string} [title]
 * @property {string} [colour]
 */

/**
 * @typedef {object} Prices what the owned copies of a deck cost
 * @property {Record<string, string>} paid sums by currency
 * @property {number} priced
 * @property {number} without_price
 * @property {number} missing
 * @property {number} unknown
 * @property {number} not_compared cards with copies in several currencies of which some stayed out
 */

/**
 * @typedef {object} PageDeck a deck as `deckcheck.page-deck/1` has it
 * @property {string} [html] the parts of the page that show it
 * @property {string} game
 * @property {string} name
 * @property {string} text
 * @property {string[]} zones
 * @property {Report} report
 * @property {Requirement[]} requirements
 * @property {Record<string, string>} hues the colours of the types
 * @property {Entry[]} entries
 * @property {{line: number, text: string, reason: string}[]} unread
 * @property {string} notes
 * @property {Entry[]} maybe
 * @property {Prices} prices
 * @property {{costs: Record<string, Record<string, number>>, types: Record<string, number>}} figures
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

/**
 * @typedef {object} FoundCard a card that the search box found
 * @property {string} name
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
 * @property {{choices: string[], question: string | null, most: number | null, none: string | null} | null} offer
 * @property {{player: string, text: string}[]} events
 * @property {Record<string, string[]>} boards
 * @property {string[]} notes
 */

export {};
