import { shortened } from "../charts/format";

/** A criterion's name without the number and full stop it was given in a list: for sentences and narrow columns. */
export function plainCriterionName(name: string): string {
  const bare = name.replace(/^\s*\d+\s*[.):]\s*/u, "").replace(/\s*[.]\s*$/u, "");
  return bare === "" ? name : bare;
}

/** The same, cut to a length at a word. */
export const shortCriterionName = (name: string, length = 48): string => shortened(plainCriterionName(name), length);
