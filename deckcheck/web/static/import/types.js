// What the server sends about a sheet that is to be imported.

/**
 * @typedef {{ name: string, visible: boolean, rows: string[][] }} Head
 * @typedef {{ file: string, sheets: Head[], fields: Record<string, string>, state: number }} Look
 * @typedef {{ row: number, place: string, text: string, reason: string }} CountQuestion
 * @typedef {{ text: string, rows: number[], suggestions: { code: string, name: string }[] }} SetQuestion
 * @typedef {{
 *   row: number, rows: number[], places: string[], text: string, reason: string,
 *   candidates: string[],
 * }} CardQuestion
 * @typedef {{ counts: CountQuestion[], sets: SetQuestion[], cards: CardQuestion[] }} Questions
 * @typedef {{ row: number, sheet?: string, text: string, reason: string, candidates: string[] }} Unsure
 * @typedef {{
 *   file: string, read_as: string, sheet: string | null, mode: string, applied: boolean,
 *   batch: number | null, unmatched: Unsure[], ambiguous: Unsure[],
 *   strong: { row: number, text: string, found: string, reason: string }[],
 *   skipped: { row: number, reason: string }[], emptied: string[], kept: string[],
 *   sheets?: { sheet: string, becomes?: string, passed_over?: string }[],
 *   notes: string[], columns?: { column: string, field: string, how: string }[],
 *   already_imported: boolean, time?: string, state: number, words: string[], is_own: boolean,
 *   elsewhere: number, questions: Questions, differences: [string, string, string][],
 *   different: number, worksheet?: { name: string, data: string } | null,
 * }} Import
 * @typedef {{
 *   counts: Record<string, number>, sets: Record<string, string>, cards: Record<string, string>,
 * }} Answers
 */
export {};
