import type { TextFormat } from "@/lib/domain/text-format";
import { findQuote, type LocatedInPair, locateEvidence, locateInPair } from "@/lib/review/find-quote";
import { markdownText } from "@/lib/review/markdown-text";

/**
 * Caches quotation searches: they are slow in a long text, and the same lines recur with every key press. In formatted text a quotation may also occur
 * in the words alone; then it has no place in the source.
 */
export function createEvidenceFinder(
  output: string,
  outputB: string | null = null,
  format: TextFormat = "plain",
): (line: string) => LocatedInPair[] {
  const found = new Map<string, LocatedInPair[]>();
  const [words, wordsB] = [output, outputB].map((text) => (format === "plain" || text === null ? null : markdownText(text)));
  const inWords = (text: string | null | undefined, quote: string) => (text && findQuote(text, quote) !== null ? [] : null);
  const locate = (line: string) => {
    const quotes =
      outputB === null ? locateEvidence(output, line).map((quote) => ({ ...quote, rangesB: null })) : locateInPair(output, outputB, line);
    return quotes.map((located) => ({
      ...located,
      ranges: located.ranges ?? inWords(words, located.quote),
      rangesB: located.rangesB ?? inWords(wordsB, located.quote),
    }));
  };
  return (line) => {
    const known = found.get(line) ?? locate(line);
    found.set(line, known);
    return known;
  };
}
