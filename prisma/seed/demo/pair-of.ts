import type { AuthoredInput, AuthoredSample, AuthoredUnit } from "../expand-study";
import { pairWorkWithoutDraft } from "./pairs-without-draft";

type Pair = NonNullable<AuthoredSample["pair"]>;

/** One instruction with two answers, Lark's being A unless it is said otherwise, with the work of those who saw no draft. */
export function pairOf(
  id: string,
  subset: "Plain" | "Tempting",
  input: string,
  [a, b]: [a: string, b: string],
  known: { goldLabel: Pair["goldLabel"]; systems?: [string, string]; swappedFor?: string[]; unit?: AuthoredUnit },
): AuthoredInput {
  const [system, systemB] = known.systems ?? ["Lark", "Heron"];
  const pair = { output: b, system: systemB, goldLabel: known.goldLabel, subset, swappedFor: known.swappedFor ?? [] };
  const { unit } = known;
  const units: AuthoredSample["units"] = unit ? { Preference: { ...unit, work: { ...unit.work, ...pairWorkWithoutDraft(id) } } } : {};
  return { input, samples: [{ id, system, output: a, pair, units }] };
}
