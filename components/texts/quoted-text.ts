/** A quotation that occurs in an output; `focused` if the focused line has it. */
export interface QuotedText {
  quote: string;
  focused: boolean;
}
