import type { WorkKey } from "@/lib/domain/literature";

/** One sentence of a paper's methods, true of the report it was written from, and the works it cites. */
export interface Claim {
  text: string;
  cites: readonly WorkKey[];
}

export const claim = (text: string, ...cites: WorkKey[]): Claim => ({ text, cites });

/** The works that claims cite, each once, in the order in which they are first cited. */
export const citedIn = (claims: readonly Claim[]): WorkKey[] => [...new Set(claims.flatMap(({ cites }) => cites))];

/** Whether a report has this figure. */
export const isDefined = (figure: { value: number | null } | null | undefined): boolean => figure != null && figure.value !== null;
