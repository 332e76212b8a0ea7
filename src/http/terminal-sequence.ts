/** What gives a text its colours on a terminal, and moves the cursor in it. */

/** ECMA-48, control sequences; the bytes that introduce one are no characters of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is looked for to be taken out.
export const terminalSequence = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/;
