/* What the file of a hand-out holds. */

/** @typedef {import("../../../bpe_lab/player/chrome/answering.js").Noted} Noted
    @typedef {(answer: Noted) => void} Hear
    @typedef {(page: {data: any, parentElement: Element, noted?: Hear}) => void} Mount
    @typedef {{recording: string, text: number, step?: number, ends?: number, panel?: string, name?: string, file?: string}} View
    @typedef {{views: Record<string, View[]>, asks: boolean}} Scene
    @typedef {object} HandOut
    @property {Record<string, string>} languages  their tags
    @property {Record<string, Record<string, string>>} words
    @property {Record<string, Record<string, string>[]>} texts  what all views have alike, then what single ones have
    @property {Record<string, any>} recordings
    @property {Scene[]} scenes */

export {};
