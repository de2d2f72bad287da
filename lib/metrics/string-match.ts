import { foldText, splitWords } from "./words";

/**
 * The bird study's string match (Chouguley 2024, section 7.4): 1 if every word of the reference occurs in the output, 0.5 if some do, 0 if none does.
 * Neither order nor number counts; upper and lower case are the same. Null where the reference has no words.
 * @example
 * stringMatch("A booby with blue feet", "Blue-footed Booby"); // 0.5
 */
export function stringMatch(output: string, reference: string): number | null {
  const wanted = new Set(splitWords(foldText(reference)));
  if (wanted.size === 0) return null;
  const said = new Set(splitWords(foldText(output)));
  const found = [...wanted].filter((word) => said.has(word)).length;
  return found === 0 ? 0 : found === wanted.size ? 1 : 0.5;
}
