import { shortened } from "../charts/format";

/** A criterion's name without its list number and full stop, for sentences and narrow columns. */
export function plainCriterionName(name: string): string {
  const bare = name.replace(/^\s*\d+\s*[.):]\s*/u, "").replace(/(?<!\s)\s*[.]\s*$/u, "");
  return bare === "" ? name : bare;
}

/** The same, truncated at a word boundary. */
export const shortCriterionName = (name: string, length = 48): string => shortened(plainCriterionName(name), length);
