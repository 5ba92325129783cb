/* The types that modules share. The values are described in docs/recording.md; what passes between
   the player's own parts is described here. */

/** @typedef {"count" | "choose" | "merge" | "repair"} Goal */

/**
 * A part of a token's spelling: its kind (`glyph`, `space`, `hex`, `name`; shortened also `dots`)
 * and, except for a space, its letters.
 * @typedef {[kind: string, letters?: string]} Part
 */

/**
 * @typedef {object} Token
 * @property {number | string} id
 * @property {string} kind `byte`, `learned`, `special` or `piece`
 * @property {Part[]} parts
 * @property {number} width in columns of the monospaced font
 */

/**
 * A key of the reader's catalogue with the values of its template.
 * @typedef {[key: string, values?: Record<string, any>]} Text
 */

/**
 * What a widget shows at one step; its members are the widget's own.
 * @typedef {Record<string, any>} State
 */

/**
 * The states of all widgets at one step.
 * @typedef {Record<string, State>} Snapshot
 */

/**
 * From one snapshot to the next: JSON Merge Patch, and `$` for lists.
 * @typedef {Record<string, any>} Patch
 */

/**
 * @typedef {object} Step
 * @property {Goal} goal
 * @property {number} group counts from 0 and never falls
 * @property {Text} say the sentence that tells what has just happened
 * @property {Text} [ask] the question whose answer this step is
 * @property {string[]} [veil] what is hidden while it is open
 * @property {Question[]} [questions] those that a reader can answer before it
 * @property {Text} [where] the position in the walk
 * @property {string[]} [marks]
 * @property {boolean} [place] whether the work at a place of its group begins
 * @property {Patch} [patch]
 */

/**
 * Why positions are not among the right ones: group by group, of all others, and where there are too few.
 * @typedef {{groups: [positions: number[], say: Text][], elsewhere: Text, missing: Text}} PositionReasons
 */

/**
 * A question whose answer is marked; answers are keys, `wrong` has what is said to the likely wrong ones.
 * @typedef {object} Question
 * @property {Text} ask
 * @property {string} kind `pair`, `position`, `positions`, `pairs`, `changes`, `number`, `choice`, `choices`, `judge` or `cuts`
 * @property {string[]} [in] the widgets in whose drawings it is answered
 * @property {string[]} right
 * @property {Record<string, {say: Text, at?: number[]}>} [wrong]
 * @property {string} [name] what it asks for, for the score
 * @property {Text} [other]
 * @property {[key: string, text: Text][]} [choices]
 * @property {Record<string, Text>} [about] of each that is offered why it is in the answer, or is not
 * @property {[token: number, position: number][]} [cells] what lies between the borders that can be cut
 * @property {Record<string, Text>} [borders] of each border why it is cut, or is not
 * @property {PositionReasons} [by_position] of positions, why some are wrong
 * @property {Text} [because] what holds, said once the answer is known
 * @property {string[]} [veil] what is hidden instead of what the step hides
 */

/**
 * The static description of a widget; members beyond these belong to its kind.
 * @typedef {{id: string, kind: string, title?: string, name?: Text, goal?: Goal, [member: string]: any}} Widget
 */

/**
 * @typedef {object} Layout
 * @property {string[]} [stage]
 * @property {string[]} [beside]
 * @property {string[][]} [columns]
 * @property {string[]} [tabs] panels of one column that stand in each other's place
 */

/**
 * @typedef {object} Recording
 * @property {number} version
 * @property {string} id
 * @property {string} [about]
 * @property {Goal[]} goals
 * @property {number} groups
 * @property {string} [instead] the section of the texts that stands in place of the player's own
 * @property {Token[]} tokens
 * @property {Widget[]} widgets
 * @property {Layout} layout
 * @property {Snapshot} first
 * @property {number} [start]
 * @property {number} [pace] of a film: milliseconds a step
 * @property {number} [prelude] how many steps come before the one that the address calls 0
 * @property {Step[]} steps
 * @property {{kind: string, level: number, seed: string, generator: number, script: string, mend: string, task: Text}} [exercise]
 */

/**
 * What every view reads: the recording's tokens, the reader's templates, language and numerals.
 * @typedef {object} Book
 * @property {Token[]} tokens
 * @property {Goal[]} goals
 * @property {Record<string, string>} text
 * @property {Record<string, string>} marked the texts that have terms, with their marks
 * @property {boolean} present
 * @property {Intl.NumberFormat} format
 * @property {Intl.PluralRules} plurals
 * @property {Map<number, string>} numerals
 * @property {Spacing | null} spacing
 * @property {string} [name] what a screen reader calls the whole
 */

/**
 * Two letters between which there is no space, and between which there is one.
 * @typedef {object} Spacing
 * @property {RegExp} none
 * @property {RegExp} one
 */

/**
 * A widget as it stands in the page.
 * @typedef {object} View
 * @property {Element} node
 * @property {Element | null} [tools] stands beside the widget's title
 * @property {(state: State, still: boolean) => void} draw
 * @property {(narrow: boolean) => void} [layout] called when the width has changed
 */

/**
 * Makes the view of one kind of widget; `states` are those of all steps.
 * @typedef {(widget: Widget, book: Book, states: State[]) => View} MakeView
 */

/**
 * A scene of a lesson: `begins` is the step that it opens with, `ends` the last one that is shown.
 * @typedef {object} Scene
 * @property {string} name
 * @property {"watch" | "predict" | "do"} mode
 * @property {number} [begins]
 * @property {number} [ends]
 */

/**
 * A recording, deflated and in base64.
 * @typedef {{id: string, deflated: string}} Packed
 */

/**
 * What the mount gives the player.
 * @typedef {object} Data
 * @property {Recording | Packed} recording
 * @property {Record<string, string>} text
 * @property {string} lang
 * @property {boolean} present
 * @property {number | string | null} [step]
 * @property {number} [opening] which of the moments that links asked for the step is
 * @property {boolean} [asked] whether the link asks for the next question from there on
 * @property {boolean} [plays] whether it plays by itself where it is first shown
 * @property {boolean} [grows] whether a tree is seen to grow
 * @property {boolean} [among] whether it is one of several walks of its page, whose address is no walk's
 * @property {Scene} [scene] of a lesson that runs: where each was left, the player knows
 * @property {string} [name]
 * @property {boolean} [leads]
 * @property {string} [panel] that the link wants in sight: the tab in front, and in a hall over the whole board
 * @property {string} [page] on which answers are noted for the reader's progress
 * @property {boolean} [others] whether the page has other exercises
 * @property {string} [origin] the address that a kept page is from
 * @property {string} [file] what files to keep are called, without an ending
 */

export {};
