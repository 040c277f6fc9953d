// @ts-check
/**
 * The contract between the table page and a game's client part, `/static/<slug>/client.js`.
 *
 * The page owns connection, seats, clocks, windows, chat and the status line, and knows no game. The client part owns
 * what lies on the table. It holds no rule: what may be done, and why not, comes from `game.legal` and `game.why`.
 * State in, DOM out: `update` may be called with any document at any time and shows it; the previous one is only
 * there to animate the difference.
 *
 * @typedef {Object} SeatInfo
 * @property {number} seat
 * @property {"open"|"human"|"computer"} kind
 * @property {string} name
 * @property {boolean} guest
 * @property {number|null} level
 * @property {boolean} connected
 * @property {number|null} absent_ms
 * @property {boolean} due
 * @property {number|null} ms_left
 * @property {boolean} left
 * @property {boolean} host
 * @property {{code: string, text: string}|null} reason
 * @property {boolean} rematch
 *
 * @typedef {Object} You
 * @property {number} seat
 * @property {boolean} host
 * @property {number} turn
 * @property {boolean} due
 * @property {number|null} ms_left
 * @property {number|null} still_there_ms
 * @property {{points: number|null, sentence: string}} leave
 * @property {string[]} can
 *
 * @typedef {Object} Doc  one whole document of docs/protocol.md
 * @property {Record<string, any>} table
 * @property {You|null} you
 * @property {SeatInfo[]} seats
 * @property {any} game  the game's own view
 * @property {{ms_left: number, hand: number, waiting_for: number[]}|null} window
 * @property {{hand: number, commitment: string, context: string, nonce_wanted: boolean}|null} dealing
 * @property {{hand: number, commitment: string, context: string, seed?: string, nonces?: Record<string, string>, dealt?: boolean}[]} fairness  seed and nonces once the hand is over
 * @property {{seat: number, waiting_for: number[]}|null} undo_wish
 * @property {Record<string, any>|null} result
 * @property {{id: number, code: string, text: string, ms_ago: number}[]} notices
 *
 * @typedef {{ok: boolean, code?: string, message?: string, version?: number}} Answer
 *
 * @typedef {Object} Root  where a game may put things
 * @property {HTMLElement} stage    the whole felt, seats included (also the place to drop a card)
 * @property {HTMLElement} centre   the middle of the felt
 * @property {HTMLElement} hand     below the status line
 * @property {HTMLElement} actions  buttons beside the status line
 *
 * @typedef {Object} Api
 * @property {(act: string) => Promise<Answer>} act     sends an act; it is shown at once by way of `predict`
 * @property {(text: string, tone?: "bad"|"") => void} say  puts a sentence into the status line and reads it out
 * @property {(name: string) => void} sound              card, trick, deal, turn, refuse
 * @property {(seat: number) => string} name             the name of a seat ("you" is never used)
 * @property {(seat: number) => import("./plates.js").Plate} plate
 * @property {() => void} refresh                        asks for another update after a local choice
 * @property {import("./store.js").Choices} choices      half-made choices of this very turn; survive updates and reloads
 * @property {import("./settings.js").Settings} settings
 * @property {string} cards                              address of the sheet of card faces
 * @property {() => Doc|null} doc                        the document that is shown now
 *
 * @typedef {Object} Scores
 * @property {{points: number[], totals: number[], notes: any[]}[]} hands  finished hands
 * @property {number[]|null} current   points of the running hand so far
 * @property {number[]} totals
 * @property {boolean} lowWins
 * @property {number[][]} [sides]   whose points these are: the seats of each side; left out where every seat has its own
 *
 * @typedef {Object} GameClient  what `mount(root, api)` returns
 * @property {() => void} [look]  reads where things lie, before anything on the page is changed; left out where nothing flies
 * @property {(doc: Doc, previous: Doc|null) => void} update
 * @property {(doc: Doc, act: string) => Doc} predict        the document as it will look once the act is accepted
 * @property {(doc: Doc) => string} statusLine               what is to do now, in one sentence; "" for the page's own
 * @property {(previous: Doc, doc: Doc) => string[]} describeEvent  what happened between the two, for a screen reader
 * @property {(doc: Doc) => string[]} facts                  short facts for the corner of the felt
 * @property {(doc: Doc, seat: number) => string[]} marks    words on a seat's plate ("Dealer")
 * @property {(doc: Doc, seat: number) => {text: string, label: string}} score   on a seat's plate
 * @property {(doc: Doc) => Scores|null} scores
 * @property {(note: any, doc: Doc) => string} note          a note of a finished hand in words
 * @property {(act: string) => void} hint                    marks what a hint proposes
 * @property {() => boolean} escape                          cancels a drag or a selection; false if there was none
 * @property {() => Promise<void>} settled                   when what happened last has been seen
 * @property {[string, string][]} help                       controls: keys or gesture, and what they do
 */
export {};
