/** What an output's text shows of its form, in the order of the bits of a sample's `format`. */
export const outputFormats = ["headings", "bold", "code", "list", "refusal", "other-script"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Whether a sample's output has it. */
export const hasFormat = (format: number, which: OutputFormat): boolean => (format & (1 << outputFormats.indexOf(which))) !== 0;
